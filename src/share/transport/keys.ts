import { fromBase64Url, toBase64Url } from './base64';
import { EncryptionError } from './encryptionError';

/** Bytes of a secret, of the salt of a file, and of what tells that a secret belongs to a file. */
export const SECRET_BYTES = 32;
export const SALT_BYTES = 16;
export const CHECK_BYTES = 32;

const PURPOSE = new TextEncoder().encode('fabriscope encrypted work 1');

/** The key of one file, and the bytes in the file that tell the secret it was made of. */
export interface FileKey {
  key: CryptoKey;
  check: Uint8Array<ArrayBuffer>;
}

/** The browser's cryptography. Throws a sentence where there is none: on plain http. */
export function subtle(): SubtleCrypto {
  const found = (globalThis.crypto as Crypto | undefined)?.subtle;
  if (!found)
    throw new EncryptionError(
      'This page cannot encrypt or decrypt, for it came over plain http: open it over https, from localhost or from disk.',
    );
  return found;
}

/** A new random secret: what a link carries as `key`. */
export function newSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

/** A secret as text: 43 characters of base64url. */
export const secretText = toBase64Url;

/** The secret that a text is; null when it is none. */
export function secretOf(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = fromBase64Url(text);
  return bytes?.length === SECRET_BYTES ? bytes : null;
}

/**
 * The key of the file with this salt, by HKDF with SHA-256 (RFC 5869): the first 32 bytes encrypt, the next 32 stand in
 * the file. So a wrong secret is told from a damaged file, and no file opens with two secrets.
 */
export async function fileKey(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
): Promise<FileKey> {
  const crypto = subtle();
  const base = await crypto.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const bits = await crypto.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info: PURPOSE },
    base,
    8 * (SECRET_BYTES + CHECK_BYTES),
  );
  const key = await crypto.importKey('raw', bits.slice(0, SECRET_BYTES), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  return { key, check: new Uint8Array(bits, SECRET_BYTES) };
}
