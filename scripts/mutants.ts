/**
 * `npx tsx scripts/mutants.ts [--count 20] [--seed 1] [--seconds 300] [--near] FOLDER_OR_FILE …`: changes the source in one
 * small way at a time and looks whether a unit test notices. Works on a copy in the temporary folder: nothing here is changed.
 * `--near` = only tests of the file's folder; else the others that import it follow. Exit code 2 for a wrong call.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { seeded } from '../src/testing/formats';

/** One change of a source: `text` in place of what stands from `start` to `end`. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
};

/** The mutations of each place of a source: operators, numbers, `true` and `false`, negations, early exits. Types and imports have none. */
export function placesOf(source: string): Mutation[][] {
  const file = ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const places: Mutation[][] = [];
  const put = (node: ts.Node, ...texts: readonly string[]) =>
    places.push(texts.map((text) => ({ start: node.getStart(file), end: node.getEnd(), text })));
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const others = OPERATORS[node.operatorToken.getText(file)];
      if (others) put(node.operatorToken, ...others);
    } else if (ts.isNumericLiteral(node) && !isName(node) && !standsIn(node)) {
      const value = Number(node.text);
      put(node, ...new Set([`${value + 1}`, `(${value - 1})`, `${2 * value || 1}`]));
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, 'true');
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      put(node, node.operand.getText(file));
    else if (ts.isIfStatement(node) && leaves(node.thenStatement)) put(node.expression, 'false');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

const isName = (node: ts.Node): boolean => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

/** Whether a number is only there for the compiler, which cannot know that `list[i]` and `list.at(-1)` are never missing. */
const standsIn = ({ parent }: ts.Node): boolean =>
  ts.isBinaryExpression(parent) &&
  parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
  (ts.isElementAccessExpression(parent.left) || parent.left.getText().includes('.at('));

/** Whether a statement ends with a return or the next turn of a loop. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last !== undefined && (ts.isReturnStatement(last) || ts.isContinueStatement(last));
}

/** Sources under `root` by path, with what each imports of them. */
function importsOf(root: string): Map<string, string[]> {
  const paths = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => /\.tsx?$/.test(path));
  const known = new Set(paths);
  const imported = (path: string) =>
    ts.preProcessFile(readFileSync(join(root, path), 'utf8')).importedFiles.flatMap(({ fileName }) => {
      const at = normalize(join(dirname(path), fileName.replace(/\?.*/, '')));
      return [`${at}.ts`, `${at}.tsx`, at].filter((one) => known.has(one));
    });
  return new Map(paths.map((path) => [path, imported(path)]));
}

/** Tests that import a file, directly or not: those of its folder, and the others. */
function testsOf(
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
): [near: string[], far: string[]] {
  const found = new Set([path]);
  for (const reached of found)
    for (const [importer, all] of imports) if (all.includes(reached)) found.add(importer);
  const tests = [...found].filter((one) => /\.test\.tsx?$/.test(one)).sort();
  const near = (test: string) => dirname(test) === dirname(path);
  return [tests.filter(near), tests.filter((test) => !near(test))];
}

const isTest = (path: string) => /\.(?:test|slow)\.tsx?$/.test(path);

/** Whether a file is part of the app: no test, and not there for tests alone. */
function isSource(path: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const importers = [...imports.keys()].filter((importer) => imports.get(importer)?.includes(path));
  const forTests = importers.length > 0 && importers.every((importer) => isTest(importer));
  return !isTest(path) && !forTests && !/\/testing\/|\/fixtures\.ts$/.test(path);
}

type Outcome = 'killed' | 'survived' | 'timed out';

/** Runs tests in a folder until the first that fails; a run that takes too long is ended with its children. */
function run(
  root: string,
  tests: readonly string[],
  seconds: number,
  started: (child: ChildProcess) => void,
) {
  return new Promise<{ outcome: Outcome; by: string }>((resolve) => {
    const args = ['vitest', 'run', '--bail', '1', '--reporter', 'dot', ...tests];
    const child = spawn('npx', args, { cwd: root, detached: true, env: { ...process.env, NO_COLOR: '1' } });
    started(child);
    let [told, late] = ['', false];
    child.stdout.on('data', (data: Buffer) => (told += data.toString()));
    child.stderr.on('data', (data: Buffer) => (told += data.toString()));
    const timer = setTimeout(() => {
      late = true;
      end(child);
    }, seconds * 1000);
    child.on('close', (code) => {
      clearTimeout(timer);
      const by = / FAIL {2}(.*)/.exec(told)?.[1] ?? told.trim().split('\n').at(-1) ?? '';
      resolve({ outcome: late ? 'timed out' : code === 0 ? 'survived' : 'killed', by });
    });
  });
}

/** Ends a run: its group of processes is its own. */
function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** The copy that is changed: `src` is copied, all else linked. */
function copied(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
  for (const name of readdirSync(root).filter((one) => one !== '.git'))
    if (name === 'src') cpSync(join(root, name), join(copy, name), { recursive: true });
    else symlinkSync(join(root, name), join(copy, name));
  return copy;
}

async function main(): Promise<number> {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const { values, positionals } = parseArgs({
    options: {
      count: text('20'),
      seed: text('1'),
      seconds: text('300'),
      near: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [count, seed, seconds] = [values.count, values.seed, values.seconds].map(Number);
  if (!count || !seconds || seed === undefined || positionals.length === 0) {
    process.stderr.write(
      'Usage: npx tsx scripts/mutants.ts [--count 20] [--seed 1] [--seconds 300] [--near] src/compare …\n',
    );
    return 2;
  }
  const root = copied(process.cwd());
  let child: ChildProcess | null = null;
  const clean = () => {
    if (child) end(child);
    rmSync(root, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => (clean(), process.exit(130)));
  try {
    const imports = importsOf(root);
    const folders = positionals.map((path) => normalize(path).replace(/\/$/, ''));
    const sources = [...imports.keys()].filter(
      (path) =>
        folders.some((folder) => path === folder || path.startsWith(`${folder}/`)) && isSource(path, imports),
    );
    const all = sources.flatMap((path) =>
      placesOf(readFileSync(join(root, path), 'utf8')).map((mutations) => ({ path, mutations })),
    );
    const random = seeded(seed);
    const drawn = Array.from({ length: Math.min(count, all.length) }, () => {
      const [place] = all.splice(Math.floor(random() * all.length), 1);
      const mutation = place?.mutations[Math.floor(random() * place.mutations.length)];
      return place && mutation ? [{ path: place.path, ...mutation }] : [];
    }).flat();
    const test = (tests: readonly string[]) => run(root, tests, seconds, (started) => (child = started));
    const before = [...new Set(drawn.flatMap(({ path }) => testsOf(path, imports)[0]))];
    if (before.length > 0) {
      const { outcome, by } = await test(before);
      if (outcome !== 'survived')
        throw new Error(`Without any change the tests do not pass: ${outcome}, ${by}`);
    }
    const counts: Record<Outcome, number> = { killed: 0, survived: 0, 'timed out': 0 };
    for (const { path, start, end: to, text: mutated } of drawn) {
      const source = readFileSync(join(root, path), 'utf8');
      writeFileSync(join(root, path), source.slice(0, start) + mutated + source.slice(to));
      let [outcome, by]: [Outcome, string] = ['survived', ''];
      for (const tests of testsOf(path, imports).slice(0, values.near ? 1 : 2))
        if (outcome === 'survived' && tests.length > 0) ({ outcome, by } = await test(tests));
      writeFileSync(join(root, path), source);
      counts[outcome]++;
      const line = source.slice(0, start).split('\n').length;
      const [before, after] = [source.slice(0, start).split('\n').at(-1), source.slice(to).split('\n')[0]];
      const change = `${before?.trimStart()}⟦${source.slice(start, to)} → ${mutated}⟧${after}`;
      console.log(`${outcome}  ${path}:${line}  ${change}${outcome === 'killed' ? `\n  by ${by}` : ''}`);
    }
    console.log(
      Object.entries(counts)
        .map(([outcome, number]) => `${outcome} ${number}`)
        .join(', '),
    );
    return 0;
  } finally {
    clean();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
