export function checkedOrigin(text: string): string;
export function withOrigins(html: string, origins: readonly string[]): string;
