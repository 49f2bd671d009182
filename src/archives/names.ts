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
