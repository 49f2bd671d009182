import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { madeFixture, madeFormat, madeSection, madeTest, type Words } from './made';

const RESERVED =
  /^(?:await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|with|yield)$/;

/** A file to write: its path from the root of the tree and its text. */
export interface Made {
  path: string;
  text: string;
}

/**
 * The files of a new format, and those that change for it, in the tree at `root`; nothing is written. `family` is
 * the folder of `src/formats` it belongs to, `name` that of the module and of what it exports, `tool` what users call the tool. Rejects with a sentence when they are bad or taken.
 */
export async function newFormat(root: string, family: string, name: string, tool: string): Promise<Made[]> {
  const id = name.replace(/[A-Z]+/g, (capitals) => `-${capitals.toLowerCase()}`);
  const words: Words = { name, tool, id };
  refuse(root, family, words);
  const formats = 'src/formats';
  const folder = `${formats}/${family}`;
  const made: Made[] = [
    { path: `${folder}/${name}.ts`, text: madeFormat(words) },
    { path: `${folder}/${name}.test.ts`, text: madeTest(words) },
    { path: `${folder}/fixtures/${id}-table.log`, text: madeFixture(words) },
    changed(root, `${formats}/registry.ts`, (text) =>
      before(imported(text, family, name), /^ {2}figures,$/m, `  ${name},\n`),
    ),
    changed(root, `${formats}/registry.test.ts`, (text) =>
      before(text, /^ {2}\[\/\^sample-data/m, `  [/^fixtures\\/${id}-/, '${id}'],\n`),
    ),
    changed(root, `${formats}/README.md`, (text) =>
      before(text, /^$(?![^]*^\|)/m, `| \`${id}-table.log\` | a table of ${tool}, invented |\n`),
    ),
    changed(root, 'docs/formats.md', (text) =>
      before(text, /^## Conditions from content$/m, madeSection(words)),
    ),
  ];
  for (const file of made) {
    const filepath = join(root, file.path);
    if (filepath.endsWith('.ts'))
      file.text = await format(file.text, { ...(await resolveConfig(filepath)), filepath });
  }
  return made;
}

/** Throws an error with a sentence when the words are bad, or taken. */
function refuse(root: string, family: string, words: Words): void {
  const { name, tool, id } = words;
  if (!/^[a-z][A-Za-z0-9]{1,29}$/.test(name))
    throw new Error(
      `“${name}” cannot be the name of a module: use 2 to 30 letters and digits, the first a small letter, such as pingMesh.`,
    );
  if (RESERVED.test(name)) throw new Error(`“${name}” is a word of the language: use another name.`);
  if (!/^[A-Za-z0-9][A-Za-z0-9 .+_()/-]{0,39}$/.test(tool) || /\s{2}|\s$/.test(tool))
    throw new Error(
      `“${tool}” cannot be the name of the tool: use up to 40 letters, digits, single blanks and . + _ ( ) / -`,
    );
  const folder = join(root, 'src/formats');
  if (!existsSync(join(folder, 'registry.ts')))
    throw new Error(`There is no src/formats/registry.ts in ${root}: run this in the project.`);
  const families = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'fixtures')));
  if (!families.includes(family))
    throw new Error(`There is no family “${family}” of formats: use one of ${families.join(', ')}.`);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  // Names of files differ in more than their capitals, or some file systems would take them for one.
  const taken = files.find((file) => basename(file, '.ts').toLowerCase() === name.toLowerCase());
  if (taken !== undefined) throw new Error(`There is a src/formats/${taken} already: use another name.`);
  const used = readFileSync(join(folder, 'registry.ts'), 'utf8');
  if (new RegExp(`\\b${name}\\b`).test(used))
    throw new Error(`src/formats/registry.ts uses the name ${name} already: use another.`);
  for (const file of files)
    if (new RegExp(`^ {2}id: '${id}',$`, 'm').test(readFileSync(join(folder, file), 'utf8')))
      throw new Error(`src/formats/${file} has the id ${id} already: use another name.`);
}

function changed(root: string, path: string, change: (text: string) => string | null): Made {
  const text = change(readFileSync(join(root, path), 'utf8'));
  if (text === null) throw new Error(`${path} has changed: the place for a new format is not found in it.`);
  return { path, text };
}

/** The text with something put in before the first match, or null without one. */
function before(text: string, place: RegExp, added: string): string | null {
  const at = text.search(place);
  return at < 0 ? null : `${text.slice(0, at)}${added}${text.slice(at)}`;
}

/** The registry with the import among the others, in order of their names. */
function imported(text: string, family: string, name: string): string {
  const line = `import { ${name} } from './${family}/${name}';\n`;
  const others = [...text.matchAll(/^import .* from '\.\/(?:\w+\/)?(\w+)';\n/gm)];
  const next = others.find(([, module = '']) => module.toLowerCase() > name.toLowerCase());
  const last = others.at(-1);
  const at = next ? next.index : last ? last.index + last[0].length : 0;
  return `${text.slice(0, at)}${line}${text.slice(at)}`;
}
