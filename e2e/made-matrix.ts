/** Made results of tests of all pairs and of a program; all numbers are invented. */

const SIDE = 3;
export const RANKS = SIDE ** 3;

/** `map_data.txt` of ranks on a 3×3×3 grid that send their six neighbours 1000 bytes each. */
export function gridTraffic(): string {
  const lines = ['# region irank jrank data_tot data_tx data_rx nmsg_tx nmsg_rx'];
  const at = (rank: number) => [rank % SIDE, Math.floor(rank / SIDE) % SIDE, Math.floor(rank / SIDE ** 2)];
  for (let i = 0; i < RANKS; i++)
    for (let j = 0; j < i; j++) {
      const apart = at(i).reduce((sum, x, axis) => sum + Math.abs(x - (at(j)[axis] ?? 0)), 0);
      if (apart === 1) lines.push(`ipm_global ${i} ${j} 2000 1000 1000 10 10`);
    }
  return `${lines.join('\n')}\n`;
}

const HOSTS = 6;

/** mpiGraph of six hosts with two ranks each; what n4 receives is slow, and so is the path from n1 to n2. */
export function allPairs(scale: number): string {
  const ranks = Array.from({ length: HOSTS * 2 }, (_, rank) => ({
    host: Math.floor(rank / 2),
    name: `n${Math.floor(rank / 2)}:${rank}`,
  }));
  const rate = (from: number, to: number, i: number, j: number) => {
    if (i === j) return 0;
    if (from === to) return 9000;
    const part = to === 4 ? 0.5 : from === 1 && to === 2 ? 0.6 : 1;
    return (1000 + i * 3 + j) * part * scale;
  };
  const block = (title: string, word: string) => [
    `${title}\t${ranks.map(({ name }) => name).join('\t')}\t`,
    ...ranks.map(
      (from, i) =>
        `${from.name} ${word}\t${ranks.map((to, j) => rate(from.host, to.host, i, j).toFixed(3)).join('\t')}\t`,
    ),
  ];
  return [
    'START mpiGraph v1.5',
    ...['MsgSize\t65536', 'Times\t5', 'Window\t2', `Procs\t${HOSTS * 2}`, ''],
    ...['Gathering results', '', 'Send max\t9000.000000', 'Send avg\t1000.000000', ''],
    ...block('Send', 'to'),
    ...['', 'Recv max\t9000.000000', 'Recv avg\t1000.000000', ''],
    ...block('Recv', 'from'),
    'END mpiGraph',
    '',
  ].join('\n');
}
