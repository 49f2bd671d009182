/** Bytes that become one string of characters at a time; more arguments than this may not fit the stack. */
const AT_ONCE = 0x8000;

/** Bytes as base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

/** The bytes of base64; null when the text is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  let characters: string;
  try {
    characters = atob(text);
  } catch {
    return null;
  }
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

/** Bytes as base64url without padding (RFC 4648, section 5): what stands in an address as it is. */
export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of base64url without padding; null when the text is none, or not the one way to write them. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text)) return null;
  const bytes = fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
  return bytes && toBase64Url(bytes) === text ? bytes : null;
}
