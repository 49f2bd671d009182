export function findChromium(): string | null;
export function findFirefox(): string | null;
export function ensureChromium(): string;
