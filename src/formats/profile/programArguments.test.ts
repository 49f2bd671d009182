import { expect, it } from 'vitest';
import { numbersOf } from './programArguments';

it.each([
  ['/opt/LULESH/lulesh2.0 -s 5 -i 20  (unknown)', '-s 5 -i 20'],
  ['./amg -problem 1 -P 2 2 2 -n 8 8 8', '-problem 1 -P 2 2 2 -n 8 8 8'],
  ['./app --nx=32 --tol 1.5e-6 -N4096', '--nx=32 --tol 1.5e-6'],
  ['./stencil 1000 64k', '1000 64k'],
  ['../bin/snap sin1008 sin1008.out  (running)', ''],
  ['./mini_dft+ipm -in /home/secret/MDFT_03.in -ntg 1 -ndiag 9', '-ntg 1 -ndiag 9'],
  ['./app --password 1234 --api-key=42 --seed 7 -n 3', '-n 3'],
  ['./app --user bob 5 6 -n 3', '-n 3'],
  ['./app --id 20260301123456', ''],
  ['./app', ''],
  ['', ''],
])('keeps the numbers of %j, and no other word: %j', (command, numbers) => {
  expect(numbersOf(command)).toBe(numbers);
});

it('is short', () => {
  expect(numbersOf(`./app ${'-n 12345 '.repeat(1000)}`).length).toBeLessThanOrEqual(100);
});
