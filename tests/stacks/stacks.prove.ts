import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { root } from '../docs/root.ts';
import { writeDocuments } from '../docs/written.ts';
import { toBeSeen } from './expectations.ts';
import { type FieldRun, fieldDocuments, fieldRunOf, summary } from './field-page.ts';
import { fixedFastify, type NodeStack, nodeStacks } from './node-stacks.ts';
import { otherStacks, versionsOf } from './other-stacks.ts';
import { tryStack } from './try-stack.ts';

const measured = measuredNow();
const runs = new Map<string, FieldRun>();

/** The page also contains results that differ from the expected ones. */
afterAll(() => {
  console.log(summary(runs));
  writeDocuments(fieldDocuments(runs, measured));
});

function packageVersions({ packages }: NodeStack): string[] {
  return packages.map((name) => {
    const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    return `${name} ${version}`;
  });
}

/** Stacks that cannot be built here are skipped, with the reason. */
describe('stacks that are written as their documentation shows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-stacks-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const stack of [...nodeStacks, fixedFastify]) {
    it(stack.expected.title, async ({ expect }) => {
      const tried = await tryStack(stack.start, 3);
      runs.set(stack.expected.title, fieldRunOf(packageVersions(stack), tried));
      expect(tried.fails).toEqual(toBeSeen(stack.expected, 'fails'));
      expect(tried.warns).toEqual(toBeSeen(stack.expected, 'warns'));
    });
  }

  for (const stack of otherStacks) {
    const own = join(folder, stack.name);
    mkdirSync(own);
    for (const { expected, prepare } of versionsOf(stack)) {
      it(expected.title, async ({ expect, skip }) => {
        const built = await prepare(own);
        if (built.kind === 'skipped') {
          console.log(`Skipped ${expected.title}: ${built.why}`);
          return skip(built.why);
        }
        const tried = await tryStack(built.start, stack.windowSeconds, stack.concurrency);
        runs.set(expected.title, fieldRunOf(built.versions, tried));
        expect(tried.fails).toEqual(toBeSeen(expected, 'fails'));
        const warns = tried.warns.filter((id) => expected.mayWarn?.includes(id) !== true);
        expect(warns).toEqual(toBeSeen(expected, 'warns'));
        expect(tried.report.verdict.exitStatus).toBe(tried.fails.length === 0 ? 0 : 1);
      });
    }
  }
});
