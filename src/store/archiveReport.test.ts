import { describe, expect, it } from 'vitest';
import { readSource } from '../formats/read';
import { Collector, memorySource } from '../testing/collect';
import { ArchiveReport } from './archiveReport';

const LATENCY = '# OSU MPI Latency Test v7.4\n# Size       Avg Latency(us)\n1                       0.12\n';
const report = (path: string, text: string) => readSource(memorySource(path, text), new Collector());

async function archive(known: number, unknown: number): Promise<ArchiveReport> {
  const said = new ArchiveReport('a.zip', 5);
  for (let i = 0; i < known; i++) expect(said.file(await report(`a.zip/k${i}`, LATENCY))).toBe(true);
  for (let i = 0; i < unknown; i++) expect(said.file(await report(`a.zip/u${i}`, 'bread'))).toBe(false);
  return said;
}

const lines = (said: ArchiveReport) =>
  said
    .finish()
    .map((line) =>
      line.type === 'file' ? line.report.path : `${line.other.kind} ${line.other.path}: ${line.other.text}`,
    );

describe('the report of an archive', () => {
  it('lists what was not recognised while it is little', async () => {
    expect(lines(await archive(2, 1))).toEqual([
      'archive a.zip: An archive: 2 files read, 1 file not recognised.',
      'a.zip/u0',
    ]);
  });

  it('gives the number and some names when it is much', async () => {
    expect(lines(await archive(1, 21))).toEqual([
      'archive a.zip: An archive: 1 file read, 21 files not recognised (a.zip/u0, a.zip/u1, a.zip/u2 and 18 more).',
    ]);
  });

  it('tells what is wrong with the archive in its own line, with entries in theirs', async () => {
    const said = await archive(1, 0);
    said.duplicate();
    said.note('a.zip', 'It is cut.', true);
    said.note('a.zip/x', 'It is encrypted.', true);
    expect(lines(said)).toEqual([
      'part a.zip: An archive: 1 file read, 1 file loaded already. It is cut.',
      'error a.zip/x: It is encrypted.',
    ]);
  });

  it('sums up many sentences about entries', () => {
    const said = new ArchiveReport('a.zip', 5);
    for (let i = 0; i < 30; i++) said.note(`a.zip/${i}`, 'It is encrypted.', true);
    expect(lines(said)).toEqual([
      'part a.zip: Of 30 entries something is to be said, such as: a.zip/0: It is encrypted. a.zip/1: It is encrypted. a.zip/2: It is encrypted.',
    ]);
  });

  it('says when nothing is in it', () => {
    expect(lines(new ArchiveReport('a.zip', 5))).toEqual([
      'archive a.zip: An archive: nothing in it was to be read.',
    ]);
  });
});
