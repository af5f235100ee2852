import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import type { Prepared } from '../stacks/toolchains/toolchain.ts';
import { type Row, repeatabilityPage, rowOf, runsOf, skippedRow } from './page-text.ts';
import { repeat, type Subject, troubles } from './repeat.ts';
import { brokenServers, legalServers } from './servers.ts';
import { type StackSubject, stackSubjects } from './stacks.ts';

const measured = measuredNow();
const seed = Number(process.env['REPEATABILITY_SEED'] ?? randomInt(2 ** 31));
const rows = new Map<string, Row>();

/** Runs a subject and records its row, which also shows whether the runs differ. */
async function note(subject: Subject, runs: number): Promise<void> {
  const repeated = await repeat(subject, runs, seed);
  const row = rowOf(subject, repeated);
  rows.set(subject.title, row);
  process.stderr.write(`${row.join(', ')}\n`);
  expect(troubles(subject, repeated), `from seed ${seed}`).toEqual([]);
}

describe(`${runsOf.servers} runs against a server in memory give the same verdict`, () => {
  it.each([...legalServers, ...brokenServers])('$title', (subject) => note(subject, runsOf.servers));
});

/** These tests run at the same time, because they mostly wait for windows. */
describe.concurrent(`${runsOf.stacks} runs against a real stack give the same verdict`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-repeatability-'));
  const built = new Map<StackSubject, Prepared>();
  beforeAll(async () => {
    for (const [index, stack] of stackSubjects.entries()) {
      const own = join(folder, String(index));
      mkdirSync(own);
      built.set(stack, await stack.prepare(own));
    }
  }, 1_200_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(stackSubjects)('$title', async (stack) => {
    const prepared = built.get(stack);
    if (prepared?.kind === 'ready') return note(stack.subject(prepared.start), runsOf.stacks);
    rows.set(stack.title, skippedRow(stack.title, prepared?.why ?? 'not built'));
  });
});

/** The page is written only if all servers were measured in this run. */
afterAll(() => {
  const of = (subjects: readonly { readonly title: string }[]) =>
    subjects.map(({ title }) => rows.get(title) ?? []);
  const all = { legal: of(legalServers), broken: of(brokenServers), stacks: of(stackSubjects) };
  const written = Object.values(all).flat();
  if (written.every(({ length }) => length > 0))
    writeDocuments({ 'reports/repeatability.md': repeatabilityPage(all, String(seed), measured) });
});
