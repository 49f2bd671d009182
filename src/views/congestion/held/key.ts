/** A loaded fabric in the words of a link: by the hash of its topology's content. */
export const fileKey = (hash: string): string => `file:${hash}`;

/** Whether the words of a fabric name a loaded one. */
export const isFile = (topology: string): boolean => topology.startsWith('file:');

/** The hash in the words of a loaded fabric. */
export const contentOf = (words: string): string => words.slice('file:'.length);
