/** An encrypted work could not be made or opened; the message is a sentence for the user. */
export class EncryptionError extends Error {
  override name = 'EncryptionError';
}

/** The key is another one than the file was encrypted with. */
export class WrongKey extends EncryptionError {
  override name = 'WrongKey';
}
