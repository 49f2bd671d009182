import { binary, float32, int32, list, tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { clientHere } from './testing';

const order = (...list: number[]) => Int32Array.from(list);
const whole = { row0: 0, row1: 99, column0: 0, column1: 99 };

async function filled(client: ReturnType<typeof clientHere>['client'], rows: number[][]): Promise<number> {
  const matrix = await client.create(rows.length, rows[0]?.length ?? 0);
  await client.rows(matrix, 0, Float32Array.from(rows.flat()));
  return matrix;
}
async function block(client: ReturnType<typeof clientHere>['client'], matrix: number): Promise<number[]> {
  return [...(await client.ask({ type: 'block', matrix, box: whole })).values];
}

describe('MatrixClient', () => {
  it('takes rows in batches; rows left out and not finite cells are missing', async () => {
    const { client } = clientHere();
    const matrix = await client.create(4, 2);
    await client.rows(matrix, 0, Float32Array.of(1, 2));
    await client.rows(matrix, 2, Float32Array.of(Infinity, 4));
    const told = await client.end(matrix);
    expect(told).toEqual({
      ...{ rows: 4, columns: 2, filled: 4, count: 3, missing: 5, apart: 0 },
      ...{ min: 1, max: 4, mean: 7 / 3 },
    });
    expect(await block(client, matrix)).toEqual([1, 2, NaN, NaN, NaN, 4, NaN, NaN]);
  });

  it('takes rows as Arrow, with missing cells, rows and short rows', async () => {
    const { client } = clientHere();
    const matrix = await client.create(4, 3);
    const table = tableFromArrays(
      { row: [0, 1, 3], cells: [[1, 2, 3], [4, null, 6], [7]] },
      { types: { row: int32(), cells: list(float32()) } },
    );
    const ipc = tableToIPC(table, { format: 'stream' });
    if (!ipc) throw new Error('no bytes');
    await client.ipc(matrix, [Uint8Array.from(ipc)]);
    const expected = [1, 2, 3, 4, NaN, 6, NaN, NaN, NaN, 7, NaN, NaN];
    expect(await block(client, matrix)).toEqual(expected);
    // As the engine hands it out: the columns, then the rows, without the end of the stream.
    const columns = 8 + new DataView(ipc.buffer, ipc.byteOffset).getInt32(4, true);
    const other = await client.create(4, 3);
    await client.ipc(
      other,
      [ipc.slice(0, columns), ipc.slice(columns, -8)].map((part) => Uint8Array.from(part)),
    );
    expect(await block(client, other)).toEqual(expected);
  });

  it('takes rows as Arrow of the bytes of their cells', async () => {
    const { client } = clientHere();
    const bytes = (...cells: number[]) => new Uint8Array(Float32Array.from(cells).buffer);
    const made = (cells: (Uint8Array | null)[]) => {
      const types = { row: int32(), cells: binary() };
      const ipc = tableToIPC(tableFromArrays({ row: cells.map((_, i) => i), cells }, { types }), {});
      if (!ipc) throw new Error('no bytes');
      return [Uint8Array.from(ipc)];
    };
    const matrix = await client.create(3, 2);
    await client.ipc(matrix, made([bytes(1, NaN), null, bytes(3)]));
    expect(await block(client, matrix)).toEqual([1, NaN, NaN, NaN, 3, NaN]);
    const other = await client.create(2, 2);
    await expect(client.ipc(other, made([Uint8Array.of(1, 2), bytes(3)]))).rejects.toThrow(
      'The cells of a row of a matrix are 2 bytes',
    );
  });

  it('takes rows in any order, and is then what it is in order', async () => {
    const { client } = clientHere();
    const matrix = await client.create(6, 2);
    const summaries = [];
    for (const row of [1, 4, 0, 5])
      summaries.push(await client.rows(matrix, row, Float32Array.of(row, 10 * row)));
    expect(summaries.map(({ filled }) => filled)).toEqual([0, 0, 2, 2]);
    const told = await client.end(matrix);
    expect(told).toMatchObject({ filled: 6, count: 8, missing: 4, min: 0, max: 50 });
    const { rows } = await client.ask({ type: 'marginals', matrix });
    expect([...rows.max]).toEqual([0, 10, NaN, NaN, 40, 50]);
    expect(await block(client, matrix)).toEqual([0, 0, 1, 10, NaN, NaN, NaN, NaN, 4, 40, 5, 50]);
  });

  it('refuses rows that came before or are too long with a sentence, and lives on', async () => {
    const { client } = clientHere();
    const matrix = await filled(client, [[1, 2]]);
    await expect(client.rows(matrix, 0, Float32Array.of(1, 2))).rejects.toThrow('Row 0 came twice');
    const other = await client.create(1, 2);
    await expect(client.ask({ type: 'summary', matrix: 99 })).rejects.toThrow('no matrix 99');
    await expect(client.choose({ of: other, rows: order(0), columns: order(0) })).rejects.toThrow(
      'still to come',
    );
    expect(await block(client, matrix)).toEqual([1, 2]);
  });

  it('orders rows and columns anew, and there and back gives the same matrix', async () => {
    const { client } = clientHere();
    const rows = Array.from({ length: 9 }, (_, r) => Array.from({ length: 9 }, (_, c) => r * 10 + c));
    const matrix = await filled(client, rows);
    const [there, back] = [order(4, 0, 8, 1, 2, 3, 7, 6, 5), order(1, 3, 4, 5, 0, 8, 7, 6, 2)];
    const turned = await client.choose({ of: matrix, rows: there, columns: there });
    expect((await block(client, turned)).slice(0, 3)).toEqual([44, 40, 48]);
    const again = await client.choose({ of: turned, rows: back, columns: back });
    expect(await block(client, again)).toEqual(rows.flat());
    await client.drop(matrix);
    expect(await block(client, again)).toEqual(rows.flat());
    await expect(client.choose({ of: again, rows: order(9), columns: order(0) })).rejects.toThrow('no row 9');
  });

  it('compares two matrices by their names, and counts what is on one side only', async () => {
    const { client } = clientHere();
    const a = await filled(client, [
      [1, 2],
      [4, 0],
    ]);
    const b = await filled(client, [
      [8, 4, 9],
      [2, 6, 9],
    ]);
    // A has hosts p, q; B has q, p as rows and q, p, r as columns.
    const sides = [
      { of: a, rows: order(0, 1), columns: order(0, 1, -1) },
      { of: b, rows: order(1, 0), columns: order(1, 0, 2) },
    ] as const;
    const ratio = await client.compare('ratio', ...sides);
    expect(await block(client, ratio.matrix)).toEqual([6, 1, NaN, 1, NaN, NaN]);
    expect(ratio.overlap).toEqual({ both: 4, onlyA: 0, onlyB: 2 });
    expect(ratio.summary).toMatchObject({ count: 3, missing: 3, max: 6 });
    const difference = await client.compare('difference', ...sides);
    expect(await block(client, difference.matrix)).toEqual([5, 0, NaN, 0, 8, NaN]);
    const { cell } = await client.ask({ type: 'value', matrix: ratio.matrix, row: 1, column: 2 });
    expect(cell).toEqual({ value: NaN, apart: false, sides: { a: NaN, b: 9 } });
  });

  it('leaves pairs on one host out of figures and still tells their value', async () => {
    const { client } = clientHere();
    const groups = { rows: order(0, 0, 1), columns: order(0, 0, 1) };
    const matrix = await client.create(3, 3, groups);
    const { count, apart, max } = await client.rows(matrix, 0, Float32Array.of(9, 9, 1, 9, 9, 2, 3, 4, 9));
    expect([count, apart, max]).toEqual([4, 5, 4]);
    const { values } = await client.ask({
      type: 'quantiles',
      matrix,
      box: whole,
      shares: [0.5],
      positive: false,
    });
    expect(values).toEqual([2.5]);
    const { cell } = await client.ask({ type: 'value', matrix, row: 0, column: 1 });
    expect(cell).toMatchObject({ value: 9, apart: true });
  });

  it('answers short questions while long work goes on', async () => {
    const { client } = clientHere();
    const size = 1500;
    const matrix = await client.create(size, size);
    await client.rows(
      matrix,
      0,
      new Float32Array(size * size).map((_, i) => (i * 7919) % 1000),
    );
    const done: string[] = [];
    const long = client
      .ask({
        type: 'extremes',
        matrix,
        box: { row0: 0, row1: size, column0: 0, column1: size },
        n: 500,
        order: 'least',
      })
      .then(() => done.push('long'));
    await client.ask({ type: 'value', matrix, row: 3, column: 4 }).then(() => done.push('short'));
    await long;
    expect(done).toEqual(['short', 'long']);
  });

  it('asks the latest of the questions that wait, and answers null to those overtaken', async () => {
    const { client, posted } = clientHere();
    const matrix = await filled(client, [[1, 2, 3]]);
    const before = posted.length;
    const ask = (column: number) => client.latest('hover', { type: 'value', matrix, row: 0, column });
    const told = await Promise.all([ask(0), ask(1), ask(2)]);
    expect(told.map((answer) => answer?.cell.value ?? null)).toEqual([1, null, 3]);
    expect(posted.length - before).toBe(2);
    expect((await ask(1))?.cell.value).toBe(2);
  });

  it('gives a question up when its signal is aborted, and tells the worker', async () => {
    const { client, posted } = clientHere();
    const matrix = await filled(client, [[1, 2, 3]]);
    const controller = new AbortController();
    const asked = client.ask(
      { type: 'quantiles', matrix, box: whole, shares: [0], positive: false },
      { signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(posted.at(-1)).toMatchObject({ cancel: true });
    await expect(
      client.ask({ type: 'summary', matrix }, { signal: AbortSignal.abort(new Error('too late')) }),
    ).rejects.toThrow('too late');
  });

  it('ends the worker on close and says why nothing is answered any more', async () => {
    const { client, ended } = clientHere();
    const matrix = await filled(client, [[1]]);
    const open = client.ask({ type: 'summary', matrix });
    client.close();
    await expect(open).rejects.toThrow('closed');
    await expect(client.ask({ type: 'summary', matrix })).rejects.toThrow('closed');
    expect(ended()).toBe(true);
  });

  it('says that the worker died', async () => {
    const { client, die } = clientHere();
    const open = client.create(1, 1);
    die('killed');
    await expect(open).rejects.toThrow('The matrix worker has ended: killed.');
  });

  it('writes a part as text, and says when it is too large for that', async () => {
    const { client } = clientHere();
    const matrix = await filled(client, [
      [1, 2],
      [3, 4],
    ]);
    const names = { rows: ['b'], columns: ['x', 'y'] };
    const box = { row0: 1, row1: 2, column0: 0, column1: 2 };
    const { blob } = await client.ask({ type: 'text', matrix, box, names, separator: '\t' });
    expect(await blob.text()).toBe('\tx\ty\nb\t3\t4\n');
    const large = await client.create(2100, 2100);
    const asked = client.ask({
      type: 'text',
      matrix: large,
      box: { row0: 0, row1: 2100, column0: 0, column1: 2100 },
      names,
      separator: ',',
    });
    await expect(asked).rejects.toThrow('4,410,000 cells; at most 4,000,000');
  });
});
