/** A page that shows the matrix chart alone, for `run.mjs`. The address says what: ?size=64&kind=traffic&wide=1. */
import { useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../../src/app/theme.css';
import { MatrixFigure } from '../../../src/charts/matrix/MatrixFigure';
import { MatrixCamera } from '../../../src/charts/matrix/camera';
import type { MatrixAxis, MatrixScale } from '../../../src/charts/matrix/types';
import type { MatrixClient } from '../../../src/matrix/client';
import { browserMatrixClient } from '../../../src/matrix/browser';
import type { Box } from '../../../src/matrix/grid';
import type { Cell } from '../../../src/matrix/statistics';
import { formatBytes, formatNumber, formatSpeedup, formatValue } from '../../../src/model/units';
import { madeRow, type Made } from './made';

const asked = new URLSearchParams(location.search);
const size = Number(asked.get('size') ?? 64);
const kind = asked.get('kind') ?? 'bandwidth';
const CHUNK = 2 ** 21;

/** Rows in buffers of about 8 MB. */
function* chunks(made: Made): Generator<{ first: number; values: Float32Array<ArrayBuffer> }> {
  const rows = Math.max(1, Math.floor(CHUNK / size));
  for (let first = 0; first < size; first += rows) {
    const values = new Float32Array(Math.min(rows, size - first) * size);
    for (let r = 0; r * size < values.length; r++)
      madeRow(made, size, first + r, values.subarray(r * size, (r + 1) * size));
    yield { first, values };
  }
}

async function fill(client: MatrixClient, made: Made, groups: boolean): Promise<number> {
  const hosts = Int32Array.from({ length: size }, (_, i) => i >> 2);
  const matrix = await client.create(size, size, groups ? { rows: hosts, columns: hosts } : null);
  for (const { first, values } of chunks(made)) await client.rows(matrix, first, values);
  return matrix;
}

const width = String(size - 1).length;
const axis = (label: string): MatrixAxis => ({
  label,
  count: size,
  name: (i) => (kind === 'traffic' ? String(i) : `n${String(i).padStart(width, '0')}`),
  boundaries: Array.from({ length: Math.ceil(size / 4) - 1 }, (_, i) => ({
    at: (i + 1) * 4,
    strong: (i + 1) % 4 === 0,
  })),
});
const rows = axis(kind === 'traffic' ? 'source rank' : 'source');
const columns = axis(kind === 'traffic' ? 'destination rank' : 'destination');

const SCALES: Readonly<Record<string, MatrixScale>> = {
  bandwidth: { kind: 'linear', palette: 'cividis', limits: { quantiles: [0.001, 1] } },
  traffic: { kind: 'log', palette: 'cividis', limits: { quantiles: [0, 1] }, binary: true },
  ratio: { kind: 'log', palette: 'diverging', limits: { quantiles: [0.001, 0.999] } },
};
const FORMATS: Readonly<Record<string, (v: number) => string>> = {
  bandwidth: (v) => formatValue(v, 'B/s'),
  traffic: (v) => (Number.isInteger(Math.log2(v)) ? formatBytes(v) : `${formatNumber(v / 1024)} KiB`),
  ratio: formatSpeedup,
};

function Page({ client, matrix }: { client: MatrixClient; matrix: number }): ReactNode {
  const [pinned, setPinned] = useState<Cell | null>(null);
  const [selection, setSelection] = useState<Box | null>(null);
  const [camera] = useState(() => {
    const made = new MatrixCamera(size, size);
    Object.assign(window, { camera: made });
    return made;
  });
  const scale = SCALES[kind];
  const format = FORMATS[kind];
  if (!scale || !format) return `There is no kind ${kind}.`;
  return (
    <MatrixFigure
      title={kind === 'traffic' ? 'Bytes sent, rank to rank' : 'Pair bandwidth, host to host'}
      subtitle={kind === 'traffic' ? '' : 'higher is better'}
      quantity={kind === 'ratio' ? 'speedup' : kind === 'traffic' ? 'bytes' : 'bandwidth'}
      marginal={kind === 'traffic' ? 'sum' : 'mean'}
      aggregate={kind === 'bandwidth' ? 'min' : kind === 'ratio' ? 'mean' : 'max'}
      apart="same host"
      sides={{ names: ['A', 'B'], format: (v) => formatValue(v, 'B/s') }}
      {...{ client, matrix, rows, columns, scale, format, camera, pinned }}
      selection={selection ? [selection] : []}
      onPin={setPinned}
      onSelect={setSelection}
    />
  );
}

/** Makes a matrix and returns what hands it over to a worker and waits for its picture. */
function prepare(): () => Promise<void> {
  const made = [...chunks('bandwidth')];
  return async () => {
    const client = browserMatrixClient();
    const matrix = await client.create(size, size);
    await Promise.all(made.map(({ first, values }) => client.rows(matrix, first, values)));
    client.close();
  };
}

async function show(): Promise<void> {
  const client = browserMatrixClient();
  const root = document.getElementById('root');
  if (!root) throw new Error('no root');
  root.style.margin = '16px';
  if (kind === 'ratio') {
    const all = Int32Array.from({ length: size }, (_, i) => i);
    // The last host of A is not in B.
    const some = all.map((i) => (i === size - 1 ? -1 : i));
    const a = { of: await fill(client, 'bandwidth', false), rows: all, columns: all };
    const b = { of: await fill(client, 'again', false), rows: some, columns: some };
    const { matrix, overlap } = await client.compare('ratio', a, b);
    Object.assign(window, { overlap });
    createRoot(root).render(<Page client={client} matrix={matrix} />);
    return;
  }
  const made: Made = kind === 'traffic' ? 'traffic' : 'bandwidth';
  const prepared = asked.has('prepared') ? [...chunks(made)] : null;
  const began = performance.now();
  const hosts = Int32Array.from({ length: size }, (_, i) => i >> 2);
  const matrix = await client.create(size, size, asked.has('apart') ? { rows: hosts, columns: hosts } : null);
  // Made before, they are all handed over at once; else piece by piece, or they would need twice the memory.
  if (prepared) await Promise.all(prepared.map(({ first, values }) => client.rows(matrix, first, values)));
  else for (const { first, values } of chunks(made)) await client.rows(matrix, first, values);
  Object.assign(window, { bench: { began, filled: performance.now() } });
  createRoot(root).render(<Page client={client} matrix={matrix} />);
}

if (asked.has('watch')) Object.assign(window, { handOver: prepare() });
else
  void show().catch((error: unknown) => {
    document.body.textContent = String(error);
  });
