import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { expectAccounted } from '../../testing/formats';
import { numbersOf } from '../../testing/numbers';
import { expectSafeCuts, expectSameUnderWrongNames, expectSameWithNoise } from '../../testing/survival';
import { bandwidth } from './iperf3Measures';
import { readRow } from './iperf3Reader';

const fixture = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');
const CLIENT = fixture('iperf3-client.log');
const SERVER = fixture('iperf3-server.log');
const TESTS = fixture('iperf3-tests.json');
const STREAM = fixture('iperf3-stream.json');

async function read(text: string): Promise<Awaited<ReturnType<typeof collect>>> {
  const result = await collect(memorySource('x', text));
  expectAccounted(result.report, text);
  return result;
}

describe('units', () => {
  it.each([
    ['bits/sec', 1 / 8],
    ['Kbits/sec', 125],
    ['Gbits/sec', 1.25e8],
    ['Bytes/sec', 1],
    ['MBytes/sec', 1048576],
  ])('%s', (unit, factor) => expect(bandwidth(unit, {}).factor).toBe(factor));
});

describe('text of a client', () => {
  it('has the totals of each test, with its streams, protocol and direction', async () => {
    const { report, found } = await read(CLIENT);
    expect(report).toMatchObject({ format: 'iperf3', version: '3.16' });
    expect(report.statuses).toEqual(['complete', 'complete', 'complete', 'failed']);
    expect(report.lines.unknown).toBe(0);
    const tcp = (end: string): string => `0 iperf3{end=${end};protocol=TCP;streams=1}`;
    const udp = (end: string): string =>
      `1 iperf3{direction=server to client;end=${end};protocol=UDP;streams=2}`;
    const both = (way: string, end: string): string =>
      `2 iperf3{bidirectional=on;direction=${way};end=${end};protocol=TCP;streams=1}`;
    expect(numbersOf(found)).toEqual([
      `${tcp('sender')} bandwidth avg - 10.0`,
      `${tcp('sender')} retransmits value - 4`,
      `${tcp('receiver')} bandwidth avg - 9.80`,
      `${udp('sender')} bandwidth avg - 2.12`,
      `${udp('receiver')} bandwidth avg - 2.10`,
      `${udp('receiver')} jitter avg - 0.012`,
      `${udp('receiver')} packet loss value - 1.1`,
      `${both('client to server', 'sender')} bandwidth avg - 119`,
      `${both('client to server', 'sender')} retransmits value - 0`,
      `${both('client to server', 'receiver')} bandwidth avg - 118`,
      `${both('server to client', 'sender')} bandwidth avg - 101`,
      `${both('server to client', 'sender')} retransmits value - 2`,
      `${both('server to client', 'receiver')} bandwidth avg - 100`,
    ]);
    expect(found.rows.map(({ value }) => value).slice(2, 8)).toEqual([
      9.8e9 / 8,
      2.12e6 / 8,
      2.1e6 / 8,
      0.012 * 1e-3,
      1.1 * 0.01,
      119 * 1048576,
    ]);
    expect(found.runs[0]?.conditions).toEqual({ 'block size': '131072' });
  });

  it('shows and keeps no host, address or cookie', async () => {
    for (const text of [CLIENT, SERVER, TESTS, STREAM]) {
      const { report, found } = await read(text);
      const all = JSON.stringify([
        report,
        found.runs,
        found.allSeries,
        found.problems,
        [...found.kept.values()],
      ]);
      expect(all).not.toMatch(/secret|192\.0\.2/);
    }
  });

  it('a test of many streams without its total has no numbers', async () => {
    const cut = SERVER.replace(
      '[  5] local',
      '[  7] local 192.0.2.12 port 1 connected to 192.0.2.11 port 2\n[  5] local',
    );
    const { report, found } = await read(cut);
    expect([report.statuses, found.rows.length]).toEqual([['partial', 'partial'], 0]);
    // Without the lines that tell the number of streams a single row may be one of many.
    const tail = CLIENT.slice(CLIENT.indexOf('Test Complete'), CLIENT.indexOf('CPU Util'));
    expect((await read(tail)).found.rows).toEqual([]);
  });

  it('may have the time before each line', async () => {
    const timed = CLIENT.replace(/^/gm, 'Fri Nov 20 10:00:29 2026 ');
    const { report, found } = await read(timed);
    expect(numbersOf(found)).toEqual(numbersOf((await read(CLIENT)).found));
    expect(report.lines.unknown).toBe(0);
  });

  it('a server tells of several tests, and of one that was cut', async () => {
    const { report, found } = await read(SERVER);
    expect(report.statuses).toEqual(['complete', 'partial']);
    expect(numbersOf(found)).toEqual(['0 iperf3{end=receiver;protocol=TCP;streams=1} bandwidth avg - 923']);
  });

  it('survives wrong names, noise and cuts', async () => {
    for (const [name, text] of [
      ['iperf3-client.log', CLIENT],
      ['iperf3-server.log', SERVER],
    ] as const) {
      await expectSameUnderWrongNames(name, text);
      await expectSameWithNoise(name, text);
    }
    await expectSafeCuts('iperf3-client.log', CLIENT, (before) =>
      /connected to[^]*$/.test(before.slice(before.lastIndexOf('iperf Done.'))),
    );
  });

  it.each([
    '[  3]  0.0-10.0 sec  1.10 GBytes   941 Mbits/sec\n',
    'Client connecting to 192.0.2.1, TCP port 5001\n[ ID] Interval       Transfer     Bandwidth\n',
    'the sender and the receiver\n',
  ])('does not claim %j', async (text) => expect((await read(text)).report.format).toBeNull());

  it('reads a row in time that grows with its length alone', () => {
    const began = performance.now();
    expect(readRow(`[  5]${' '.repeat(4000)}0.00-1.00`)).toBeNull();
    expect(performance.now() - began).toBeLessThan(100);
  });
});

/** Whether a cut is not between two reports. */
const cutWithin = (before: string, after: string): boolean => after.trim() !== '' && !/\n}\s*$/.test(before);

describe('JSON', () => {
  it('gives the same series, from several reports in a file', async () => {
    const { report, found } = await read(TESTS);
    expect(report).toMatchObject({ format: 'iperf3-json', version: '3.16' });
    expect(report.statuses).toEqual(['complete', 'complete', 'failed']);
    const tcp = (way: string, end: string): string =>
      `0 iperf3{bidirectional=on;direction=${way};end=${end};protocol=TCP;streams=4}`;
    expect(numbersOf(found)).toEqual([
      `${tcp('client to server', 'sender')} bandwidth avg - 8000000000.25`,
      `${tcp('client to server', 'receiver')} bandwidth avg - 7900000000`,
      `${tcp('client to server', 'sender')} retransmits value - 7`,
      `${tcp('server to client', 'sender')} bandwidth avg - 6000000000`,
      `${tcp('server to client', 'receiver')} bandwidth avg - 5900000000`,
      `${tcp('server to client', 'sender')} retransmits value - 3`,
      '0 iperf3{end=this host;protocol=TCP;streams=4} cpu utilisation avg - 25.5',
      '0 iperf3{end=remote host;protocol=TCP;streams=4} cpu utilisation avg - 50',
      '1 iperf3{direction=server to client;protocol=UDP;streams=1} bandwidth avg - 1048576',
      '1 iperf3{direction=server to client;end=receiver;protocol=UDP;streams=1} jitter avg - 0.125',
      '1 iperf3{direction=server to client;end=receiver;protocol=UDP;streams=1} packet loss value - 0.5',
    ]);
    expect(found.rows[0]?.value).toBe(8000000000.25 / 8);
    expect(found.runs[0]).toMatchObject({
      started: '2026-11-20T10:00:00.000Z',
      conditions: { 'block size': '131072', 'TCP congestion control': 'bbr' },
    });
  });

  it('of a stream of events is one test', async () => {
    const { report, found } = await read(STREAM);
    expect(report).toMatchObject({ format: 'iperf3-json', version: '3.18', statuses: ['complete'] });
    expect(found.rows.map(({ printed, line }) => [printed, line])).toEqual([
      ['9100000000', 3],
      ['9050000000', 3],
      ['0', 3],
      ['10.5', 3],
      ['11.5', 3],
    ]);
    const [start = '', interval = ''] = STREAM.split('\n');
    expect((await read(`${start}\n${interval}\n`)).report.statuses).toEqual(['partial']);
  });

  it('survives wrong names and cuts', async () => {
    await expectSameUnderWrongNames('iperf3-tests.json', TESTS);
    await expectSafeCuts('iperf3-tests.json', TESTS, cutWithin);
    await expectSameUnderWrongNames('iperf3-stream.json', STREAM);
    await expectSafeCuts('iperf3-stream.json', STREAM, (_, after) => after.trim() !== '');
  });
});
