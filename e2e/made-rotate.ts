/** Made results of tests of pairs in shifts; all numbers are invented. */

export interface RotateOptions {
  /** Ranks; half of them send. */
  ranks?: number;
  /** Name of the first host's system; null for a file without hosts. */
  hosts?: string | null;
  /** Whether a pair is slow: 330 instead of 660 MB/s. */
  slow?: (shift: number, sender: number) => boolean;
  /** Moves all numbers a little, as another repeat does. */
  repeat?: number;
}

/** Every fourth pair shares its route, always the same. */
export const fixedRoutes = (shift: number, sender: number): boolean => (sender * 3 + shift) % 4 === 0;

/** A rotate test. Sender 2 is slowest of all in shift 3: 100 MB/s. */
export function rotateCsv({
  ranks = 16,
  hosts = 'n',
  slow = fixedRoutes,
  repeat = 0,
}: RotateOptions = {}): string {
  const half = ranks / 2;
  const value = (shift: number, sender: number) => {
    const base = shift === 3 && sender === 2 ? 100 : slow(shift, sender) ? 330 : 660;
    return (base + ((shift * 5 + sender * 3 + repeat * 7) % 11) / 10).toFixed(2);
  };
  const all = (count: number) => Array.from({ length: count }, (_, i) => i);
  const named = hosts === null ? [] : [`# hosts: ${hosts}[001-${String(ranks).padStart(3, '0')}]`];
  const lines = all(half).map((shift) =>
    all(half)
      .map((sender) => value(shift, sender))
      .join(','),
  );
  return ['# rotate', '# rotation: forward', '# best of: 3', ...named, ...lines, ''].join('\n');
}

/** mpiGraph on `hosts` hosts; n1 → n2 gets a quarter of what the way back gets, and what n3 receives is slow. */
export function mpiGraphText(hosts = 8): string {
  const all = Array.from({ length: hosts }, (_, i) => i);
  const names = all.map((i) => `n${i + 1}:${i}`);
  const value = (sender: number, receiver: number) =>
    sender === receiver
      ? 0
      : (sender === 0 && receiver === 1 ? 250 : receiver === 2 ? 500 : 1000) +
        ((sender * 3 + receiver) % 7) / 4;
  const table = (head: string, word: string, of: (row: number, column: number) => number) => [
    [head, ...names, ''].join('\t'),
    ...all.map((row) =>
      [`${names[row] ?? ''} ${word}`, ...all.map((column) => of(row, column).toFixed(3)), ''].join('\t'),
    ),
  ];
  return [
    'START mpiGraph v1.5',
    'MsgSize\t65536',
    'Times\t5',
    'Window\t2',
    `Procs\t${hosts}`,
    '',
    'Gathering results',
    '',
    'Send max\t1001.500000',
    'Send avg\t900.250000',
    '',
    ...table('Send', 'to', value),
    '',
    'Recv max\t1001.500000',
    'Recv avg\t900.250000',
    '',
    ...table('Recv', 'from', (row, column) => value(column, row)),
    'END mpiGraph',
    '',
  ].join('\n');
}
