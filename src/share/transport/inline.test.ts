import { columnFromArray, tableFromColumns, tableFromIPC, tableToIPC, Type } from '@uwdata/flechette';
import type { Column, DataType } from '@uwdata/flechette';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openContainer, packContainer } from '../../store/container';
import type { OpenContainer } from '../../store/messages';
import { emptyStudy } from '../../store/study';
import { ARROW_TYPES, columnsOf, SCHEMA_VERSION, TABLES } from '../../store/tables';
import { toBase64Url } from './base64';
import { deflated } from './deflate';
import { INLINE_LIMIT } from '../data';
import { containerInLink, dataInLink } from './inline';

/** Any value of an Arrow type. */
function valueOf(type: DataType): fc.Arbitrary<unknown> {
  if (type.typeId === Type.Int) {
    if (type.bitWidth === 64) return fc.maxSafeNat();
    if (type.signed) return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    return fc.integer({ min: 0, max: 2 ** type.bitWidth - 1 });
  }
  // JSON has no −0.
  if (type.typeId === Type.Float) return fc.double().map((value) => value + 0);
  if (type.typeId === Type.Binary) return fc.uint8Array({ maxLength: 40 });
  if (type.typeId !== Type.List) return fc.string({ unit: 'grapheme', maxLength: 20 });
  const child = type.children[0]?.type;
  return child ? fc.array(valueOf(child), { maxLength: 5 }) : fc.constant([]);
}

/** A container with any rows in one table. */
const anyContainer = fc.constantFrom(...TABLES).chain((table) => {
  const columns = columnsOf(table).map(([name, { type }]): [string, DataType] => [name, ARROW_TYPES[type]]);
  const row = fc.tuple(...columns.map(([, type]) => fc.option(valueOf(type), { freq: 4 })));
  return fc.array(row, { minLength: 1, maxLength: 6 }).map((rows) => {
    const made = columns.map(([name, type], i): [string, Column<unknown>] => [
      name,
      columnFromArray<unknown>(
        rows.map((values) => values[i] ?? null),
        type,
      ),
    ]);
    const ipc = tableToIPC(tableFromColumns(made), { format: 'stream' }) as Uint8Array<ArrayBuffer>;
    return packContainer([{ table, ipc }], { ...emptyStudy(), template: '{ar}.out' }, 6);
  });
});

/** The rows of a container as plain values. */
const rowsOf = ({ tables, study }: OpenContainer) => ({
  study,
  tables: tables.map(({ table, ipc }) => {
    const held = tableFromIPC(ipc, { useBigInt: false });
    return [
      table,
      held.schema.fields.map(({ name }, i) => [
        name,
        Array.from<unknown>(held.getChildAt(i)).map((value) =>
          value instanceof Object ? Array.from(value as Iterable<unknown>) : value,
        ),
      ]),
    ];
  }),
});

const opened = async (blob: Blob) => openContainer(new Uint8Array(await blob.arrayBuffer()));

/** Text of a link that holds this JSON. */
async function linked(json: unknown, version = 1): Promise<string> {
  const packed = await deflated(new TextEncoder().encode(JSON.stringify(json)));
  return toBase64Url(Uint8Array.of(version, ...packed));
}

const ONE = { schema: SCHEMA_VERSION, study: emptyStudy(), tables: {} as Record<string, unknown> };
const event = (...columns: unknown[]) => linked({ ...ONE, tables: { event: columns } });

describe('data in a link', () => {
  it('gives back the rows and the study that it was made of, of every table and type', async () => {
    await fc.assert(
      fc.asyncProperty(anyContainer, async (container) => {
        const data = await dataInLink(container);
        if (!data.fits) throw new Error('too large');
        expect(data.text).toMatch(/^[\w-]+$/);
        expect(rowsOf(await opened(await containerInLink(data.text)))).toEqual(
          rowsOf(openContainer(container)),
        );
      }),
    );
  });

  it('says of a work that is too large how large it would be', async () => {
    const texts = Array.from({ length: 3000 }, (_, i) => Math.sin(i).toString(36));
    const made = columnsOf('event').map(([name, { type }]): [string, Column<unknown>] => [
      name,
      columnFromArray<unknown>(texts, ARROW_TYPES[type]),
    ]);
    const ipc = tableToIPC(tableFromColumns(made), { format: 'stream' }) as Uint8Array<ArrayBuffer>;
    const data = await dataInLink(packContainer([{ table: 'event', ipc }], emptyStudy(), 6));
    if (data.fits) throw new Error('it fits');
    expect(data.limit).toBe(INLINE_LIMIT);
    expect(data.characters).toBeGreaterThan(INLINE_LIMIT);
    const unpacked = packContainer([{ table: 'event', ipc: new Uint8Array(2 ** 23) }], emptyStudy(), 6);
    expect(await dataInLink(unpacked)).toMatchObject({ fits: false, characters: null });
    expect(await dataInLink(new Blob([new Uint8Array(2 ** 20)]))).toMatchObject({
      fits: false,
      characters: null,
    });
  });

  it('refuses a cut or changed text with a sentence, or gives what a check of containers refuses', async () => {
    const text = await event(
      ['day', 't', ['2026-01-02']],
      ['what', 't', ['AR on']],
      ['origin', 't', ['user']],
    );
    await expect(containerInLink(text).then(opened)).resolves.toBeTruthy();
    for (let length = 0; length < text.length; length++)
      await expect(containerInLink(text.slice(0, length))).rejects.toThrow(/damaged or cut short/);
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (other) => {
        await expect(containerInLink(other).then(opened)).rejects.toThrow(/^The data in the link .*\.$/);
      }),
    );
  });

  it('does not unpack more than a link may hold', async () => {
    const bomb = await deflated(new Uint8Array(8 * 2 ** 20));
    expect(bomb.length).toBeLessThan(INLINE_LIMIT / 2);
    await expect(containerInLink(toBase64Url(Uint8Array.of(1, ...bomb)))).rejects.toThrow(/damaged/);
    await expect(containerInLink('A'.repeat(INLINE_LIMIT + 1))).rejects.toThrow('is too long');
  });

  it.each([
    ['a newer form', () => linked(ONE, 2), 'was made by a newer Fabriscope (version 2; this one reads 1)'],
    [
      'newer tables',
      () => linked({ ...ONE, schema: SCHEMA_VERSION + 1 }),
      `was written by a newer Fabriscope (tables version ${SCHEMA_VERSION + 1}`,
    ],
    ['no object', () => linked([]), 'its outline'],
    ['a damaged study', () => linked({ ...ONE, study: { selections: 1 } }), 'its study'],
    ['a name that is none', () => linked({ ...ONE, tables: { '../x': [] } }), 'its outline'],
    ['a table without columns', () => event(), 'the table "event"'],
    [
      'columns of different lengths',
      () => event(['day', 't', ['a']], ['what', 't', []]),
      'the table "event"',
    ],
    ['an unknown type', () => event(['day', 'toString', []]), 'the table "event"'],
    ['a number for a text', () => event(['day', 't', [1]]), 'the column "day" of the table "event"'],
    ['a number that is too large', () => event(['day', 'i', [2 ** 31]]), 'the column "day"'],
    ['a list in a list', () => event(['day', 'li', [[[1]]]]), 'the column "day"'],
  ])('refuses %s', async (_, text, says) => {
    await expect(containerInLink(await text())).rejects.toThrow(says);
  });

  it('leaves the check of columns to that of containers', async () => {
    const container = await containerInLink(await event(['secret', 't', ['a']]));
    await expect(opened(container)).rejects.toThrow('has a column "secret" that this version does not know');
  });
});
