import { expect, it } from 'vitest';
import { expandHosts } from './hostList';

it.each<[string, string[] | null]>([
  ['n1,n2 n3', ['n1', 'n2', 'n3']],
  ['n[001-003,7],login1', ['n001', 'n002', 'n003', 'n7', 'login1']],
  ['r[1-2]n[08-10]', ['r1n08', 'r1n09', 'r1n10', 'r2n08', 'r2n09', 'r2n10']],
  ['n[1-2]-ib', ['n1-ib', 'n2-ib']],
  ['', []],
  ['n[1-', null],
  ['n]', null],
  ['n[a-b]', null],
  ['n[9-1]', null],
  ['n[0-99999]', null],
  ['[0-999][0-999]', null],
  ['[1]'.repeat(100000), null],
])('%j', (text, expected) => expect(expandHosts(text)).toEqual(expected));
