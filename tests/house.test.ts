import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { sections } from '../src/spec/catalog.ts';
import { suites } from '../suites/index.ts';
import { freshReadings } from './support/readings.ts';

const root = resolve(import.meta.dirname, '..');
const prefixes = [
  ...new Set(sections.flatMap(({ requirements }) => requirements.map(({ id }) => id.split('.')[0]))),
];

/** Lists the product's lines of code, except those in some folders. */
function lines(
  without: readonly string[],
  within: readonly string[] = ['src'],
): { readonly at: string; readonly line: string }[] {
  return within
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => file.replaceAll('\\', '/'))
        .filter((file) => /\.tsx?$/.test(file) && !without.some((one) => file.startsWith(one)))
        .map((file) => `${folder}/${file}`),
    )
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ at: `${file}:${index + 1}`, line: line.trim() })),
    )
    .filter(({ line }) => !line.startsWith('*') && !line.startsWith('/*') && !line.startsWith('//'));
}

/** A node of a syntax tree. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly argument?: Syntax;
  readonly arguments?: readonly Syntax[];
  readonly callee?: { readonly property?: { readonly name?: string } };
}

/** Lists the nodes of all TypeScript files in some folders, with their places and numbers of lines. */
function syntaxOf(folders: readonly string[]) {
  return folders.flatMap((folder) => {
    const known = parsed.get(folder) ?? parse(folder);
    parsed.set(folder, known);
    return known;
  });
}

const parsed = new Map<string, ReturnType<typeof parse>>();

function parse(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, folder, file), 'utf8');
      const lineAt = (at: number) => text.slice(0, at).split('\n').length;
      return nodesIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })).map((node) => ({
        node,
        at: () => `${folder}/${file}:${lineAt(node.start)}`,
        lines: () => lineAt(node.end) - lineAt(node.start) + 1,
      }));
    });
}

function nodesIn(value: unknown): Syntax[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return 'type' in value && 'start' in value ? [value as Syntax, ...inside] : inside;
}

/** Lists the files at the top level of the reference server, which are its core. */
const core = readdirSync(join(root, 'reference-server')).filter(
  (file) => file.endsWith('.ts') && file !== 'index.ts',
);

describe('the core of the reference server', () => {
  it('has at most 1,500 lines, so that an implementer can read it in one sitting', () => {
    const counts = core.map(
      (file) =>
        readFileSync(join(root, 'reference-server', file), 'utf8')
          .trimEnd()
          .split('\n').length,
    );
    expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(1_500);
  });

  it('imports nothing from outside: changes, defects and variants are attached to it', () => {
    const imports = core.flatMap((file) =>
      [...readFileSync(join(root, 'reference-server', file), 'utf8').matchAll(/ from '([^']+)'/g)].map(
        ([, from = '']) => from,
      ),
    );
    expect(imports.length).toBeGreaterThan(40);
    expect(
      imports.filter((from) => !/^(?:node:|\.\/[a-z-]+\.ts$)/.test(from) || from === './index.ts'),
    ).toEqual([]);
  });

  it('is listed in the reading order of its README', () => {
    const readme = readFileSync(join(root, 'reference-server/README.md'), 'utf8');
    expect(core.filter((file) => !readme.includes(`\`${file}\``))).toEqual([]);
  });
});

describe('the code', () => {
  it('keeps facts about requirements in the catalog: no other file branches on an id or a section', () => {
    const section = `(?:${prefixes.join('|')})`;
    // A literal that is an id, a list of ids or a prefix, or a regular expression that begins with a section.
    const branch = new RegExp(
      `[([,=:] ?'${section}\\.[a-z*-]*'|'${section}\\.[a-z*-]+,|/\\^\\(?${section}[\\\\|]`,
    );
    const found = lines(['spec/', 'payloads/']).filter(
      ({ line }) => branch.test(line) && !line.includes('npx petstore-conformance'),
    );
    expect(found.map(({ at, line }) => `${at}: ${line}`)).toEqual([]);
  });

  it('never parses facts out of prose: requirements list their dependencies, and values have types', () => {
    const prose = /'see [a-z]+\.[a-z-]+[,']|\breceived\.split\(/;
    const found = lines([], ['src', 'suites']).filter(({ line }) => prose.test(line));
    expect(found.map(({ at, line }) => `${at}: ${line}`)).toEqual([]);
  });

  it('creates readings only in createReadings, which only a run calls', () => {
    const found = lines(['readings/']).filter(({ line }) =>
      /import \{[^}]*\bcreate(?!Readings\b).*\/readings\//.test(line),
    );
    expect(found).toEqual([]);
    const made = lines(['readings/']).filter(({ line }) => line.includes('createReadings('));
    expect(made.map(({ at }) => at.split(':')[0])).toEqual(['src/engine/evaluation.ts']);
  });

  it('gives each exported type a unique name', () => {
    const declared = lines([], ['src', 'suites']).flatMap(({ at, line }) => {
      const [, name] = /^export (?:declare )?(?:type|interface|class|enum) (\w+)/.exec(line) ?? [];
      return name === undefined ? [] : [`${name} in ${at}`];
    });
    const names = declared.map((one) => one.split(' ')[0]);
    expect(names.length).toBeGreaterThan(200);
    const twice = names.filter((name, index) => names.indexOf(name) < index);
    expect(declared.filter((one) => twice.includes(one.split(' ')[0]))).toEqual([]);
  });

  it('gives each exported function a unique name, unless two functions mean the same', () => {
    const same = new Set([
      // The function of a command has the name of the command.
      ...['list', 'replay', 'run', 'serve'],
      // Each reporter renders a report.
      'render',
      // The package exports functions that take an exchange and return the same values as the internal functions with these
      // names.
      ...['fieldLines', 'jsonOf'],
    ]);
    const declared = lines([], ['src', 'suites']).flatMap(({ at, line }) => {
      const [, name] = /^export (?:async )?function (\w+)/.exec(line) ?? [];
      const [, arrow] = /^export const (\w+) =(?: <.+>)? \(.*=>/.exec(line) ?? [];
      const declaredName = name ?? arrow;
      return declaredName === undefined ? [] : [`${declaredName} in ${at.split(':')[0]}`];
    });
    expect(declared.length).toBeGreaterThan(400);
    // Overloads of a function are in the same file.
    const names = [...new Set(declared)].map((one) => one.split(' ')[0] ?? '');
    const twice = names.filter((name, index) => names.indexOf(name) < index);
    expect(twice.filter((name) => !same.has(name))).toEqual([]);
  });

  it('has no function of more than 80 lines', () => {
    const functions = syntaxOf(['src', 'suites', 'reference-server']).filter(({ node }) =>
      /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type),
    );
    expect(functions.length).toBeGreaterThan(1_000);
    expect(functions.filter(({ lines }) => lines() > 80).map(({ at }) => at())).toEqual([]);
  });

  it('writes properties out instead of spreading object literals', () => {
    const spreads = syntaxOf(['src', 'suites', 'reference-server']).filter(
      ({ node }) => node.type === 'SpreadElement' && node.argument?.type === 'ObjectExpression',
    );
    expect(spreads.map(({ at }) => at())).toEqual([]);
  });

  it('spreads no list into the arguments of a call, because a call can have only about 120,000', () => {
    const takesAny = new Set([
      'max',
      'min',
      'push',
      'unshift',
      'splice',
      'concat',
      'fromCharCode',
      'fromCodePoint',
    ]);
    const calls = syntaxOf(['src', 'suites', 'reference-server']).filter(
      ({ node: { type, callee, arguments: given } }) =>
        type === 'CallExpression' &&
        takesAny.has(callee?.property?.name ?? '') &&
        given?.some((one) => one.type === 'SpreadElement') === true,
    );
    expect(calls.map(({ at }) => at())).toEqual([]);
  });

  it('gives every reading only one method for exchanges, named see', () => {
    const members = Object.entries(freshReadings()).filter(([, one]) => Object(one).see !== undefined);
    expect(members.length).toBeGreaterThan(15);
    const others = /^(?:step|learn|settled|posted|looked|look|told)$/;
    for (const [name, reading] of members)
      expect(
        Object.keys(reading as object).filter((key) => others.test(key)),
        name,
      ).toEqual([]);
  });

  it('uses no fold functions in built-in checks', () => {
    const kinds = new Set(suites.flatMap(({ checks }) => checks.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(['check', 'conclusion', 'everyResponse', 'probe']);
  });
});
