/**
 * The path of an entry as text to show and to take conditions from: `/` between folders, whatever the archive has;
 * without a root, `.` and `..`, and with control characters replaced. Nothing is ever written to it.
 */
export function cleanPath(path: string): string {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/')
    .replace(/\p{Cc}/gu, '\uFFFD');
}

/** True for what file managers leave in archives: resource forks, folder settings. It is passed over without a word. */
export function isLitter(path: string): boolean {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  return parts.includes('__MACOSX') || name === '.DS_Store' || name === 'Thumbs.db' || name.startsWith('._');
}

/** The name of what a .gz, .bz2 or .xz holds: its own without the ending. */
export function innerName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\.(?:gz|bz2|xz)$/i, '');
}

/** The path of a file as if it were not compressed: of `a/x.gz/x`, what `a/x.gz` holds, `a/x`. */
export function plainPath(path: string): string {
  const parts = path.split('/');
  const [packed, name] = parts.slice(-2);
  if (packed === undefined || name === undefined || packed === name || innerName(packed) !== name)
    return path;
  return [...parts.slice(0, -2), name].join('/');
}
