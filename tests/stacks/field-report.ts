import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { root } from '../docs/markdown.ts';
import { type Expectations, toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { type FieldResult, fieldPage, summary } from './field-page.ts';
import { mendedFastify, type NodeStack, nodeStacks } from './node-stacks.ts';
import { type OtherStack, otherStacks, prepareFirst, prepareFixed } from './other-stacks.ts';
import type { Prepared } from './toolchains/toolchain.ts';
import { tryStack } from './try-stack.ts';

const page = join(root, 'docs/field-report.md');
const results = new Map<string, FieldResult>();

async function tryNode({ expected, start, packages }: NodeStack): Promise<FieldResult> {
  const versions = packages.map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });
  return { expected, versions, tried: await tryStack(start, 3) };
}

/** Each stack is tried, and compared with what was expected; what cannot be built here is skipped, with the reason. */
describe('stacks that are written as their documentation shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-stacks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const stack of [...nodeStacks, mendedFastify]) {
    it(stack.expected.title, async ({ expect }) => {
      const result = await tryNode(stack);
      results.set(stack.expected.title, result);
      expect(result.tried.fails).toEqual(toBeSeen(stack.expected, 'fails'));
      expect(result.tried.warns).toEqual(toBeSeen(stack.expected, 'warns'));
    });
  }

  /** One stack in one of its versions; its folder is shared by both, so that what one built the other need not build. */
  function tryOther(
    { name, windowSeconds, concurrency }: OtherStack,
    expected: Expectations,
    prepare: (own: string) => Promise<Prepared>,
  ): void {
    it(expected.title, async ({ expect, skip }) => {
      const own = join(folder, name);
      mkdirSync(own, { recursive: true });
      const built = await prepare(own);
      if (built.kind === 'left out') {
        console.log(`Skipped ${expected.title}: ${built.why}`);
        return skip(built.why);
      }
      const tried = await tryStack(built.start, windowSeconds, concurrency);
      results.set(expected.title, { expected, versions: built.versions, tried });
      expect(tried.fails).toEqual(toBeSeen(expected, 'fails'));
      expect(tried.warns).toEqual(toBeSeen(expected, 'warns'));
    });
  }

  for (const stack of otherStacks) {
    tryOther(stack, stack.expected, (own) => prepareFirst(stack, own));
    if (stack.fixed !== undefined) tryOther(stack, stack.fixed, (own) => prepareFixed(stack, own));
  }
});

/** Written even where something else was seen than expected, for that is what one wants to read then. */
describe('docs/field-report.md', () => {
  it('is written where no stack was skipped', ({ skip }) => {
    console.log(summary([...results.values()]));
    const first = [...nodeStacks, ...otherStacks].map(({ expected }) => results.get(expected.title));
    const fixed = otherStacks.flatMap(({ fixed }) => (fixed === undefined ? [] : [results.get(fixed.title)]));
    const mended = results.get(mendedFastify.expected.title);
    const shown = first.filter((result) => result !== undefined);
    const after = fixed.filter((result) => result !== undefined);
    if (mended === undefined || shown.length < first.length || after.length < fixed.length) {
      console.log('docs/field-report.md stays as it is, because not every stack was tried.');
      return skip('not every stack was tried');
    }
    writeFileSync(page, fieldPage(shown, [mended, ...after], diary));
    console.log('Wrote docs/field-report.md.');
  });
});
