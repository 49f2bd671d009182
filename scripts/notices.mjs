// The licences of all packages that a build bundles: each build writes them down, and fails on one without a known licence.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences under which a bundled package may be passed on with its notice. */
const ALLOWED = new Set(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'OFL-1.1']);
const FILE = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i;
const TITLE = 'Fabriscope contains these packages, under their licences:';

/** The folder of the package that a module is of, by the module's path; null for a module of the project. */
export function packageOf(id) {
  const path = id.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '');
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/@.][^/]*)\//.exec(path)?.[1] ?? null;
}

/** Name, version, licence and licence texts of a package; throws a sentence where its licence is not allowed or not said. */
export function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (typeof license !== 'string' || !ALLOWED.has(license))
    throw new Error(
      `${name} ${version} cannot be bundled: its licence (${JSON.stringify(license ?? null)}) is not one of ${[...ALLOWED].join(', ')}.`,
    );
  const files = readdirSync(folder).filter((file) => FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0)
    texts.push(`The package holds no licence text; it declares the licence ${license}.`);
  return { name, version, license, text: texts.join('\n\n') };
}

/** One text with the notices of the packages in some folders, by name. */
export function noticesText(folders) {
  const notices = [...folders].map(noticeOf).sort((a, b) => (a.name < b.name ? -1 : 1));
  const own = existsSync('LICENSE') ? readFileSync('LICENSE', 'utf8').trim() : '';
  return `${own}\n\n${TITLE}\n${notices
    .map(
      ({ name, version, license, text }) =>
        `\n${'='.repeat(72)}\n${name} ${version} (${license})\n\n${text}\n`,
    )
    .join('')}`;
}

/**
 * Two plugins for Vite: `page` writes the notices as licences.txt, or into the page where it is one file; `worker` is for
 * the bundles of workers, which are built first.
 */
export function notices(singleFile) {
  const folders = new Set();
  const add = (id) => {
    const folder = packageOf(id);
    if (folder !== null) folders.add(folder);
  };
  // A style sheet is bundled with those it imports, of which only the files to watch tell.
  const collect = {
    moduleParsed({ id }) {
      add(id);
    },
  };
  return {
    worker: { name: 'notices-of-workers', ...collect },
    page: {
      name: 'notices',
      apply: 'build',
      ...collect,
      transform(code, id) {
        if (!/\.css(?:$|\?)/.test(id)) return;
        for (const [, imported] of readFileSync(id.replace(/\?.*$/, ''), 'utf8').matchAll(
          /@import\s+['"]([^'"./][^'"]*)['"]/g,
        ))
          add(`${join(process.cwd(), 'node_modules', imported)}/`);
      },
      generateBundle() {
        if (!singleFile)
          this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesText(folders) });
      },
      transformIndexHtml: {
        order: 'post',
        handler: (html) =>
          singleFile
            ? html.replace(
                '</body>',
                () => `<!--\n${noticesText(folders).replaceAll('--', '- -')}\n-->\n</body>`,
              )
            : html,
      },
    },
  };
}
