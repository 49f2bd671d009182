import { describe, expect, it } from 'vitest';
import { collect, memorySource } from '../../testing/collect';
import { NAMED } from './named';

/** A few lines of each kind, with names and numbers of our own. */
const SAMPLES: Readonly<Record<string, string>> = {
  'ib-nodes': 'Ca\t: 0x0000000000000002 ports 1 "host HCA-1"\n',
  'ib-multicast': 'Multicast mlids [0xc000-0xc3ff] of switch Lid 2 guid 0x1 (leaf):\n',
  ibdmchk: '-----\n IBDMCHK OpenSM Routing Verification Mode:\n',
  'ibdmchk-counts': '# NUM-DLIDS PORT-NAME\n    10 leaf1/U1/P13\n',
  'lft-balance': 'Unbalanced Switch Port Usage: leaf11, 0x0000000000000002\nPort 001: 1\n',
  'opensm-sl2vl':
    'Switch 0x0000000000000002, base LID 2, "leaf"\n#in out : 0  1  2  3  4  5  6  7  8  9  10 11 12 13 14 15\n',
  'opensm-torus': 'switch 0,0,0 GUID 0x2 (leaf_0)\n',
  'opensm-guid2lid': '0x0000000000000002 0x0001 0x0001\n\n0x0000000000000003 0x0002 0x0002\n',
  'ib-trace': 'From ca {0x0000000000000002} portnum 2 lid 4-4 "host HCA-1"\n',
  ibswinfo: 'uptime (sec)       : 100\npsu0.power (W)     : 90\ncur.temp (C)       : 50\n',
  'ib-query': '# Node info: Lid 4\nBaseVers:....1\n',
  'eztrace-stats': 'MPI:\n---\nCT_Process #0 -- \t8 messages sent\n',
  'nvidia-smi-topo':
    '\tGPU0\tGPU1\tCPU Affinity\tNUMA Affinity\nGPU0\t X \tNV12\t0-31\t0\nGPU1\tNV12\t X \t0-31\t0\n',
  'pair-summary': 'file,test,N,G,nodes,minBytes,maxBytes,avg_bus_bw_GBs\n',
  'ramble-text': 'From Workspace: w (hash: 00)\nExperiment a.b.c figures of merit:\n',
  'ramble-yaml': 'experiments:\n- name: a.b.c\n  RAMBLE_STATUS: SUCCESS\n',
  'nccl-inspector-metrics': '# HELP x\nnccl_bus_bandwidth_gbs{rank="0"} 1.5\n',
  'pico-metadata': 'timestamp,test_id,nnodes,tasks_per_node,collective_type,mpi_lib\n2026,0,2,1,BCAST,OMPI\n',
  html: '\n<!DOCTYPE html>\n<html lang="en">\n',
  xml: '<?xml version="1.0"?>\n<testsuites/>\n',
};

describe('files that are only named', () => {
  it('have one sample each', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(NAMED.map(({ id }) => id).sort());
  });

  it.each(NAMED.map((named) => [named.id, named] as const))(
    '%s: says what it is and where',
    async (id, named) => {
      const text = SAMPLES[id] ?? '';
      for (const content of [text, text.replaceAll('\n', '\r\n'), text.replace(/\n$/, '')]) {
        const { report, found } = await collect(memorySource('osu_latency.txt', content));
        expect([report.format, found.runs.length]).toEqual([null, 0]);
        const match = /^This is (.+) \(line (\d+): “(.+)”\); Fabriscope does not read it yet\. (.+)$/.exec(
          report.why,
        );
        expect([match?.[1], match?.[4]]).toEqual([named.what, named.instead]);
        const shown = match?.[3] ?? '';
        const line = text.split('\n')[Number(match?.[2]) - 1] ?? '';
        expect(line).toContain(shown);
        expect(report.lines.unknown).toBe(report.lines.total);
      }
    },
  );

  it('show no name of a host', async () => {
    for (const text of Object.values(SAMPLES)) {
      expect((await collect(memorySource('x', text))).report.why).not.toMatch(/“[^”]*(?:host|leaf|rack)/);
    }
  });

  it.each([
    'Switch off the lights.\n',
    '0 1 2\n3 4 5\n6 7 8\n',
    '1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n',
    'The P2P Connectivity Matrix is below.\n',
    'src,dst,weight\n',
    'Nodes=4\n',
    'a page about <html>\n',
  ])('are not seen in %j', async (text) => {
    expect((await collect(memorySource('x', text))).report.why).toMatch(
      /^Not (?:recognised|the output of a tool)/,
    );
  });

  it.each([
    'RESULT: 153 / 153 PASS   |   0 FAIL\n',
    'file,test,N,G,nodes,minBytes,maxBytes,avg_bus_bw_GBs,peak_busbw_GBs\r\n',
  ])('%j is of a summary too', async (text) => {
    const { report } = await collect(memorySource('x', text));
    expect(report.why).toMatch(
      /^This is a summary of a sweep over node pairs .* Drop the logs it was made from\.$/,
    );
  });
});

describe('binary files', () => {
  const bytes = (text: string): Uint8Array =>
    Uint8Array.from(text.padEnd(300, '\x01\x02 '), (letter) => letter.charCodeAt(0));

  it.each([
    ['\x89PNG\r\n\x1a\n', 'This is a PNG image, a binary file'],
    ['%PDF-1.7\n% text that could be read\n', 'This is a PDF document, a binary file'],
    ['\x89HDF\r\n\x1a\n', 'This is an HDF5 or netCDF-4 file, a binary file'],
    ['CDF\x01', 'This is a netCDF file, a binary file'],
    ['SQLite format 3\0', 'This is an SQLite database, a binary file'],
    ['\x7fELF', 'This is a program (ELF), a binary file'],
    ['\x01\x02\x03', 'Looks like a binary file'],
  ])('%j is named', async (head, expected) => {
    const { report } = await collect(memorySource('osu_latency.txt', bytes(head)));
    expect(report.why.startsWith(expected)).toBe(true);
    expect([report.sha256, report.lines.total]).toEqual(['', 0]);
  });

  it.each(['BM of the day\n', 'PAR1 of the course\n', 'GIF89a is a format\n'])('%j is text', async (text) => {
    expect((await collect(memorySource('x', text))).report.why).toMatch(
      /^Not (?:recognised|the output of a tool)/,
    );
  });
});
