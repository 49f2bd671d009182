import { describe, expect, it } from 'vitest';
import { valuePieces } from './conditions';
import { hostPieces, nodePieces, pathPieces, type Piece } from './names';

/** Pieces as a text: names in brackets with their kind. */
const said = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `[${piece.kind}: ${piece.name}]`)).join('');

describe('host names', () => {
  it.each([
    ['Node001', '[host: node001]'],
    ['node001.Site.example', '[host: node001].[domain: site.example]'],
    ['node001-ib0', '[host: node001]-ib0'],
    ['node001_mlx5_0.site', '[host: node001]_mlx5_0.[domain: site]'],
    ['node001:17', '[host: node001]:17'],
    ['10.1.2.3', '[host: 10.1.2.3]'],
    ['fe80::1', '[host: fe80:]:1'],
    [' ', ' '],
  ])('%s', (name, pieces) => {
    expect(said(hostPieces(name))).toBe(pieces);
  });
});

describe('nodes of fabrics', () => {
  it.each([
    ['host', 'node001 HCA-1', '[host: node001] HCA-1'],
    ['host', 'a08-dgx-04 mlx5_5', '[host: a08-dgx-04] mlx5_5'],
    ['host', 'node001 of alice', '[host: node001] [switch: of] [switch: alice]'],
    ['host', 'MT4129 ConnectX7   Mellanox Technologies', 'MT4129 ConnectX7   Mellanox Technologies'],
    ['switch', 'Infiniscale-IV Mellanox Technologies', 'Infiniscale-IV Mellanox Technologies'],
    ['switch', 'leaf01', '[switch: leaf01]'],
    ['switch', 'MF0;A09-IBLEAF:MQM9701/U1', 'MF0;[switch: A09-IBLEAF]:MQM9701/U1'],
    ['switch', 'row 3 in hall B', '[switch: row 3 in hall B]'],
    ['aggregation', 'Mellanox Technologies Aggregation Node', 'Mellanox Technologies Aggregation Node'],
  ])('%s %s', (kind, name, pieces) => {
    expect(said(nodePieces(name, kind))).toBe(pieces);
  });
});

describe('paths', () => {
  it.each([
    ['lat.out', '[file: lat].out'],
    ['a/b/lat.out.gz', '[folder: a]/[folder: b]/[file: lat].out.gz'],
    ['home/alice/x/lat', 'home/[user: alice]/[folder: x]/[file: lat]'],
    ['job.o7278182', '[file: job.o7278182]'],
    ['a/topo.txt.gz/topo.txt', '[folder: a]/[file: topo].txt.gz/[file: topo].txt'],
    ['runs.tar.gz/x.csv', '[folder: runs.tar.gz]/[file: x].csv'],
    ['.out', '[file: .out]'],
  ])('%s', (path, pieces) => {
    expect(said(pathPieces(path))).toBe(pieces);
  });
});

describe('values of conditions', () => {
  it.each([
    ['system', '3', '[system: 3]'],
    ['nodes', '128', '128'],
    ['AR', 'on', 'on'],
    ['MPI', 'Open MPI 4.1.4', '[condition MPI: Open MPI 4.1.4]'],
    ['MTU', '4096', '4096'],
    ['memory per process', '16 MiB', '16 MiB'],
    ['gateway', '10.1.2.3', '[condition gateway: 10.1.2.3]'],
    ['job', '29537449', '[condition job: 29537449]'],
    ['partition', 'gpu', '[condition partition: gpu]'],
    ['user', 'alice', '[user: alice]'],
    ['program', 'osu_hello', 'osu_hello'],
    ['program', 'solver.x', '[condition program: solver.x]'],
  ])('%s = %s', (key, value, pieces) => {
    expect(said(valuePieces(key, value))).toBe(pieces);
  });
});
