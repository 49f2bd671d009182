import { ENCRYPTED_MAGIC, isEncrypted } from '../../model/encrypted';
import { EncryptionError, WrongKey } from './encryptionError';
import { CHECK_BYTES, fileKey, newSecret, SALT_BYTES, secretOf, secretText, subtle } from './keys';

/** Version of the format; docs/encryption.md has it byte by byte. */
const VERSION = 1;
/** Where the parts of the head begin, and its length. */
const AT = { version: 8, chunk: 9, zeros: 10, salt: 16, check: 32 } as const;
const HEAD_BYTES = AT.check + CHECK_BYTES;
/** A chunk has 2^20 bytes; smaller and larger ones are read too. */
const CHUNK_POWER = 20;
const CHUNK_POWERS = { least: 10, most: 24 };
/** Authentication tag of AES-GCM. */
const TAG_BYTES = 16;
const NONCE_BYTES = 12;

/** An encrypted work, and what opens it, 43 characters of base64url. */
export interface EncryptedWork {
  file: Blob;
  key: string;
}

/**
 * Encrypts a container (or any bytes) with AES-256-GCM, chunk by chunk as in STREAM (Hoang, Reyhanitabar, Rogaway, Vizár:
 * Online authenticated-encryption and its nonce-reuse misuse-resistance, CRYPTO 2015): the nonce counts the chunks and marks
 * the last one, so none can be changed, left out, moved or added unseen. A container is packed already; nothing is packed
 * here. Rejects with an `EncryptionError` where the browser cannot. `chunkPower`: of two, the bytes of a chunk.
 */
export async function encryptWork(
  work: Blob | Uint8Array<ArrayBuffer>,
  chunkPower = CHUNK_POWER,
): Promise<EncryptedWork> {
  const blob = work instanceof Blob ? work : new Blob([work]);
  const crypto = subtle();
  const secret = newSecret();
  const head = new Uint8Array(HEAD_BYTES);
  head.set(ENCRYPTED_MAGIC);
  head[AT.version] = VERSION;
  head[AT.chunk] = chunkPower;
  globalThis.crypto.getRandomValues(head.subarray(AT.salt, AT.salt + SALT_BYTES));
  const { key, check } = await fileKey(secret, head.slice(AT.salt, AT.salt + SALT_BYTES));
  head.set(check, AT.check);
  const size = 2 ** chunkPower;
  const parts: Blob[] = [new Blob([head])];
  for (let index = 0, at = 0; at < blob.size || index === 0; index++, at += size) {
    const plain = await blob.slice(at, at + size).arrayBuffer();
    const settings = gcm(head, index, at + size >= blob.size);
    // A blob of its own lets the browser put it where it has room.
    parts.push(new Blob([await crypto.encrypt(settings, key, plain)]));
  }
  return { file: new Blob(parts, { type: 'application/octet-stream' }), key: secretText(secret) };
}

/**
 * Opens what `encryptWork` made. Rejects with a `WrongKey`, or with an `EncryptionError` whose sentence says what is wrong;
 * nothing that is not as it was encrypted is ever given.
 */
export async function decryptWork(file: Blob, key: string): Promise<Blob> {
  const crypto = subtle();
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const size = chunkSize(head);
  const secret = secretOf(key.trim());
  if (!secret) throw new EncryptionError('This is no key: one has 43 letters, digits, - and _.');
  const opener = await fileKey(secret, head.slice(AT.salt, AT.salt + SALT_BYTES));
  if (!opener.check.every((byte, i) => head[AT.check + i] === byte))
    throw new WrongKey(
      'This key does not open this file: it belongs to another one, or the first bytes of the file are damaged.',
    );
  const parts: Blob[] = [];
  const body = file.size - HEAD_BYTES;
  const chunks = Math.max(1, Math.ceil(body / (size + TAG_BYTES)));
  for (let index = 0; index < chunks; index++) {
    const at = HEAD_BYTES + index * (size + TAG_BYTES);
    const sealed = await file.slice(at, at + size + TAG_BYTES).arrayBuffer();
    const last = index === chunks - 1;
    const open = (asLast: boolean) =>
      crypto.decrypt(gcm(head, index, asLast), opener.key, sealed).catch(() => null);
    const plain = await open(last);
    if (!plain) throw broken(last, (await open(!last)) !== null);
    if (plain.byteLength === 0 && index > 0) throw broken(last, false);
    parts.push(new Blob([plain]));
  }
  return new Blob(parts);
}

/** Bytes of a chunk by the head of a file. Throws for a head that cannot be read. */
function chunkSize(head: Uint8Array): number {
  if (!isEncrypted(head)) throw new EncryptionError('This file is no encrypted work of Fabriscope.');
  if (head.length < HEAD_BYTES) throw new EncryptionError(CUT_SHORT);
  const version = head[AT.version] ?? 0;
  if (version > VERSION)
    throw new EncryptionError(
      `This file was encrypted by a newer Fabriscope (version ${version} of its form; this one reads ${VERSION}). Open it with that version.`,
    );
  const power = head[AT.chunk] ?? 0;
  const zeros = head.subarray(AT.zeros, AT.salt).every((byte) => byte === 0);
  if (version === 0 || !zeros || power < CHUNK_POWERS.least || power > CHUNK_POWERS.most)
    throw new EncryptionError(`The first bytes of this file are damaged. ${AGAIN}`);
  return 2 ** power;
}

/** The settings for one chunk: its number and whether it is the last stand in the nonce; the head counts as said too. */
function gcm(head: Uint8Array<ArrayBuffer>, index: number, last: boolean): AesGcmParams {
  const iv = new Uint8Array(NONCE_BYTES);
  new DataView(iv.buffer).setUint32(NONCE_BYTES - 5, index);
  iv[NONCE_BYTES - 1] = last ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: head, tagLength: 8 * TAG_BYTES };
}

const AGAIN = 'Fetch it again, or ask for it again.';
const CUT_SHORT = `This encrypted file is cut short. ${AGAIN}`;

/** `other` = the chunk is whole, but is the last one where it should not be, or not where it should be. */
function broken(last: boolean, other: boolean): EncryptionError {
  if (other && last) return new EncryptionError(CUT_SHORT);
  if (other) return new EncryptionError(`Something follows the end of this encrypted file. ${AGAIN}`);
  return new EncryptionError(`This encrypted file is damaged${last ? ' or cut short' : ''}. ${AGAIN}`);
}
