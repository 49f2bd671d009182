// Large files that are made up, the same on every machine: for `run.mjs`.
import { closeSync, existsSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const MIB = 2 ** 20;

/** Writes pieces of text to a file, unless it is there. Returns its size in MiB. */
function written(path, pieces) {
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'w');
    for (const piece of pieces) writeSync(file, piece);
    closeSync(file);
  }
  return statSync(path).size / MIB;
}

function noise(a, b) {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

/** A square of bandwidths in MB/s with one decimal, rows of senders. */
export function writeSquare(path, size) {
  return written(path, square(size));
}

function* square(size) {
  yield '# matrix\n# unit: MB/s\n';
  for (let row = 0; row < size; row++)
    yield `${Array.from({ length: size }, (_, column) =>
      row === column ? '' : (row >> 4 === column >> 4 ? 24200 : 19500 - 5000 * noise(row, column)).toFixed(1),
    ).join(',')}\n`;
}

/** Ranks of the profile that `writeProfile` makes. */
export const PROFILE_RANKS = 1024;

/** An IPM log of `PROFILE_RANKS` ranks and about `size` MiB, laid out like those of IPM 2.0.6 under IPM_LOG=full. */
export function writeProfile(path, size) {
  return written(path, profile(size));
}

const SIZES = [8, 64, 512, 4096, 32768];

function* profile(size) {
  yield '<?xml version="1.0" encoding="iso-8859-1"?>\n<ipm_job_profile>\n';
  const share = (size * MIB) / PROFILE_RANKS;
  for (let rank = 0; rank < PROFILE_RANKS; rank++) {
    const entries = [];
    let length = 0;
    for (let i = 0; length < share; i++) {
      const partner = (rank + 1 + (i % 64)) % PROFILE_RANKS;
      const bytes = SIZES[Math.floor(i / 64) % SIZES.length];
      const call = i < 64 * SIZES.length ? 'MPI_Isend' : 'MPI_Irecv';
      const count = 1 + Math.floor(noise(rank, i) * 999);
      const site = Math.floor(i / (128 * SIZES.length));
      const entry = `<hent key="${String(i).padStart(32, '0')}" call="${call}" bytes="${bytes}" orank="${partner}" region="0" callsite="${site}" count="${count}" tid="0" op="" dtype="" >2.1000e-04 0.0000e+00 1.1921e-06</hent>\n`;
      entries.push({ call, bytes, count, entry });
      length += entry.length;
    }
    const funcs = ['MPI_Isend', 'MPI_Irecv'].map((name) => {
      const of = entries.filter(({ call }) => call === name);
      const sum = (value) => of.reduce((total, each) => total + value(each), 0);
      return `<func name="${name}" count="${sum(({ count }) => count)}" bytes="${sum(({ count, bytes }) => count * bytes).toExponential(4)}" > ${(of.length * 2.1e-4).toExponential(4)} </func>\n`;
    });
    yield `<task ipm_version="2.0.6" cookie="nocookie" mpi_rank="${rank}" mpi_size="${PROFILE_RANKS}" stamp_init="1795168399.874902" stamp_final="1795168400.261375" username="unknown" allocationname="unknown" flags="0" pid="${1000 + rank}" >
<job nhosts="${PROFILE_RANKS / 64}" ntasks="${PROFILE_RANKS}" start="1795168399" final="1795168400" cookie="nocookie" code="unknown" >unknown</job>
<host mach_name="x86_64" mach_info="x86_64_Linux" >n${rank >> 6}</host>
<perf wtime="3.86473e-01" utime="2.09610e-02" stime="2.82750e-02" mtime="3.28782e-02" gflop="0.00000e+00" gbyte="1.97220e-02" omp_num_threads="1"></perf>
<regions n="1" >
<region label="ipm_noregion" nexits="1" wtime="3.83568e-01" utime="1.81190e-02" stime="2.82160e-02" mtime="3.28782e-02" id="0">
${funcs.join('')}</region>
</regions>
<hash nlog="${entries.length}" nkey="${entries.length}" >
${entries.map(({ entry }) => entry).join('')}</hash>
</task>
`;
  }
  yield '</ipm_job_profile>\n';
}
