import { describe, expect, it } from 'vitest';
import { allowedOrigins } from '../src/session/origins';
import { checkedOrigin, withOrigins } from './allow-origin.mjs';

const page = (policy: string) =>
  `<!doctype html><head><meta http-equiv="Content-Security-Policy" content="${policy}">\n<meta charset="UTF-8" /></head>connect-src 'self'`;
const POLICY = 'default-src &#39;none&#39;; connect-src &#39;self&#39;; font-src &#39;self&#39; data:';

describe('origins that a built page may fetch from', () => {
  it.each([
    'https://store.example',
    'https://store.example:9000',
    'http://localhost:9000',
    'http://127.0.0.1',
  ])('may be %s', (origin) => expect(checkedOrigin(origin)).toBe(origin));

  it.each([
    'store.example',
    'http://store.example',
    'https://*.example',
    'https://store.example/path',
    'https://store.example?x',
    'https://store.example#x',
    'https://user:word@store.example',
    'https://STORE.example',
    "https://store.example; script-src 'unsafe-inline'",
    'https://store.example" onload="x',
    'https://',
    'data:text/plain,x',
    'blob:https://store.example/1',
    "https://store'example",
    'https://a,b',
  ])('may not be %s', (text) => expect(() => checkedOrigin(text)).toThrow(/Give an origin such as/));

  it('stand in the policy behind the own one, and only the last ones named', () => {
    const once = withOrigins(page(POLICY), ['https://a.example', 'https://b.example:1']);
    expect(once).toContain('connect-src &#39;self&#39; https://a.example https://b.example:1; font-src');
    const policy = /content="([^"]*)"/.exec(once)?.[1]?.replaceAll('&#39;', "'") ?? '';
    expect(allowedOrigins(policy)).toEqual(['https://a.example', 'https://b.example:1']);
    expect(withOrigins(once, ['https://c.example'])).toBe(
      page(POLICY.replace('connect-src &#39;self&#39;', 'connect-src &#39;self&#39; https://c.example')),
    );
    expect(withOrigins(once, [])).toBe(page(POLICY));
  });

  it('are not written into a page without a policy, nor so many that the encoding stands too late', () => {
    expect(() => withOrigins('<html></html>', [])).toThrow('is it a built page?');
    const many = Array.from({ length: 40 }, (_, i) => `https://store-number-${i}.example`);
    expect(() => withOrigins(page(POLICY), many)).toThrow('name fewer');
  });
});
