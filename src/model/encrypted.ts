/** First bytes of an encrypted work: no text begins so, and a transfer that changes ends of lines shows. */
export const ENCRYPTED_MAGIC = [0x89, 0x46, 0x53, 0x45, 0x4e, 0x43, 0x0d, 0x0a] as const;

/** Whether a file with these first bytes is an encrypted work. docs/encryption.md has the format. */
export function isEncrypted(head: Uint8Array): boolean {
  return ENCRYPTED_MAGIC.every((byte, i) => head[i] === byte);
}
