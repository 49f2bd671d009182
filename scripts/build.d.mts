export function sealed(html: string): string;
export function buildAll(): Promise<void>;
