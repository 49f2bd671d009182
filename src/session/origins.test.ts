import { expect, it } from 'vitest';
import { allowedOrigins } from './origins';

it('takes the origins that a policy allows, and no keywords', () => {
  const policy = (connect: string) =>
    `default-src 'none'; worker-src blob:; ${connect}; font-src 'self' data:`;
  expect(allowedOrigins(policy("connect-src 'self'"))).toEqual([]);
  expect(allowedOrigins(policy("connect-src 'self' https://a.example http://localhost:9000"))).toEqual([
    'https://a.example',
    'http://localhost:9000',
  ]);
  expect(allowedOrigins('')).toEqual([]);
});
