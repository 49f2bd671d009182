// node scripts/allow-origin.mjs [https://store.example …] [dist]: lets the built pages fetch data from these origins, and from
// no others beside their own. Without an origin only their own is left. docs/encryption.md says what for.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PAGES = ['index.html', 'fabriscope.html'];
const CONNECT = /connect-src (&#39;|')self\1(?: https?:\/\/[^\s;"]+)*/;
const META = /<meta http-equiv="Content-Security-Policy" content="[^"]*">/;
/** A page must say its encoding within so many bytes (HTML standard, 4.2.5.4). */
const ENCODING_WITHIN = 1024;

/** The origin that a text is, as a policy names it. Throws a sentence for anything else. */
export function checkedOrigin(text) {
  const fail = (why) => {
    throw new Error(
      `"${text}" ${why}. Give an origin such as https://store.example or https://store.example:9000.`,
    );
  };
  let url;
  try {
    url = new URL(text);
  } catch {
    return fail('is no address');
  }
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local))
    return fail('is not https (plain http is for this machine only)');
  if (url.username || url.password) return fail('has a name or password');
  if (!local && !/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(url.hostname))
    return fail('has no plain host name');
  if (![url.origin, `${url.origin}/`].includes(text))
    return fail('is more than an origin, or not in its plain form');
  return url.origin;
}

/** A built page whose policy allows its own origin and these. Throws a sentence when it has no such policy. */
export function withOrigins(html, origins) {
  const tag = META.exec(html)?.[0];
  const source = tag && CONNECT.exec(tag);
  if (!source) throw new Error('It has no policy of Fabriscope in it: is it a built page?');
  const self = `${source[1]}self${source[1]}`;
  const allowed = tag.replace(CONNECT, ['connect-src', self, ...origins].join(' '));
  const page = html.replace(tag, () => allowed);
  const encoding = page.indexOf('<meta charset="UTF-8"');
  if (encoding < 0 || encoding + 30 > ENCODING_WITHIN)
    throw new Error('So many origins do not fit: name fewer.');
  return page;
}

function run(args) {
  const named = args.filter((arg) => arg.includes('://'));
  const [dist = 'dist', ...rest] = args.filter((arg) => !arg.includes('://'));
  if (rest.length > 0) throw new Error(`"${rest[0]}" is no address, and one folder is named already.`);
  const origins = [...new Set(named.map(checkedOrigin))];
  const pages = PAGES.map((name) => join(dist, name)).filter((path) => existsSync(path));
  if (pages.length === 0) throw new Error(`There is no built page in ${dist}: run "npm run build" first.`);
  const changed = pages.map((path) => [path, withOrigins(readFileSync(path, 'utf8'), origins)]);
  for (const [path, html] of changed) {
    writeFileSync(path, html);
    console.log(`${path} may fetch data from ${['its own origin', ...origins].join(', ')}.`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
