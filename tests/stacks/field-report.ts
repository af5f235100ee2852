import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { root } from '../docs/markdown.ts';
import { toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { type FieldResult, type FixedResult, fieldPage, summary } from './field-page.ts';
import { fixedFastify, type NodeStack, nodeStacks } from './node-stacks.ts';
import { type OtherStack, otherStacks, versionsOf } from './other-stacks.ts';
import { tryStack } from './try-stack.ts';

const page = join(root, 'docs/field-report.md');
const results = new Map<string, FieldResult>();

afterAll(() => console.log(summary([...results.values()])));

async function tryNode({ expected, start, packages }: NodeStack): Promise<FieldResult> {
  const versions = packages.map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });
  return { expected, versions, tried: await tryStack(start, 3) };
}

/** What was seen of a stack before and after its patch, if both were tried. */
function fixedResult({ name, expected, fixed: after }: OtherStack): FixedResult | undefined {
  const first = results.get(expected.title);
  const fixed = after && results.get(after.title);
  if (first === undefined || fixed === undefined) return undefined;
  const lines = readFileSync(join(import.meta.dirname, name, 'fix.patch'), 'utf8').split('\n');
  const starting = (sign: string): number =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
  return { name, first, fixed, added: starting('+'), removed: starting('-') };
}

/** Each stack is tried, and compared with what was expected; what cannot be built here is skipped, with the reason. */
describe('stacks that are written as their documentation shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-stacks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const stack of [...nodeStacks, fixedFastify]) {
    it(stack.expected.title, async ({ expect }) => {
      const result = await tryNode(stack);
      results.set(stack.expected.title, result);
      expect(result.tried.fails).toEqual(toBeSeen(stack.expected, 'fails'));
      expect(result.tried.warns).toEqual(toBeSeen(stack.expected, 'warns'));
    });
  }

  for (const stack of otherStacks) {
    const own = join(folder, stack.name);
    mkdirSync(own);
    for (const { expected, prepare } of versionsOf(stack)) {
      it(expected.title, async ({ expect, skip }) => {
        const built = await prepare(own);
        if (built.kind === 'left out') {
          console.log(`Skipped ${expected.title}: ${built.why}`);
          return skip(built.why);
        }
        const tried = await tryStack(built.start, stack.windowSeconds, stack.concurrency);
        results.set(expected.title, { expected, versions: built.versions, tried });
        expect(tried.fails).toEqual(toBeSeen(expected, 'fails'));
        expect(tried.warns).toEqual(toBeSeen(expected, 'warns'));
        expect(tried.report.verdict.exitStatus).toBe(tried.fails.length === 0 ? 0 : 1);
      });
    }
  }
});

/** Written even where something else was seen than expected, for that is what one wants to read then. */
describe('docs/field-report.md', () => {
  it('is written where no stack was skipped', ({ skip }) => {
    const first = [...nodeStacks, ...otherStacks].map(({ expected }) => results.get(expected.title));
    const fastify = results.get(fixedFastify.expected.title);
    const shown = first.filter((result) => result !== undefined);
    const patched = otherStacks.filter(({ fixed }) => fixed !== undefined);
    const fixed = patched.flatMap((stack) => fixedResult(stack) ?? []);
    if (fastify === undefined || shown.length < first.length || fixed.length < patched.length) {
      console.log('docs/field-report.md stays as it is, because not every stack was tried.');
      return skip('not every stack was tried');
    }
    writeFileSync(page, fieldPage(shown, fastify, diary, fixed));
    console.log('Wrote docs/field-report.md.');
  });
});
