import { shortHash } from '../../../model/hash';

/** A loaded fabric in the words of a link: by the path of its topology. */
export const fileKey = (path: string): string => `file:${shortHash(path)}`;

/** Whether the words of a fabric name a loaded one. */
export const isFile = (topology: string): boolean => topology.startsWith('file:');
