import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { root } from '../docs/markdown.ts';
import { toBeSeen } from './expectations.ts';
import { diary } from './fastify/diary.ts';
import { type FieldResult, fieldPage } from './field-page.ts';
import { mendedFastify, type NodeStack, nodeStacks } from './node-stacks.ts';
import { otherStacks } from './other-stacks.ts';
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

/** Each stack is tried, and held against what was expected; what cannot be built here is skipped, with the reason. */
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

  otherStacks.forEach(({ expected, prepare, windowSeconds }, index) => {
    it(expected.title, async ({ expect, skip }) => {
      const own = join(folder, String(index));
      mkdirSync(own);
      const built = await prepare(own);
      if (built.kind === 'left out') {
        console.log(`Left out: ${expected.title}: ${built.why}`);
        return skip(built.why);
      }
      const result = {
        expected,
        versions: built.versions,
        tried: await tryStack(built.start, windowSeconds),
      };
      results.set(expected.title, result);
      expect(result.tried.fails).toEqual(toBeSeen(expected, 'fails'));
      expect(result.tried.warns).toEqual(toBeSeen(expected, 'warns'));
    });
  });
});

/** Written even where something else was seen than expected, for that is what one wants to read then. */
describe('docs/field-report.md', () => {
  it('is written where no stack was left out', ({ skip }) => {
    const shown = [...nodeStacks, ...otherStacks].map(({ expected }) => results.get(expected.title));
    const mended = results.get(mendedFastify.expected.title);
    const complete = shown.filter((result) => result !== undefined);
    if (mended === undefined || complete.length < shown.length) {
      console.log('docs/field-report.md stays as it is, for not every stack was tried.');
      return skip('not every stack was tried');
    }
    writeFileSync(page, fieldPage(complete, mended, diary));
    console.log('Wrote docs/field-report.md.');
  });
});
