import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { measuredNow } from '../docs/written.ts';
import { repeat, subjects } from './repeatability.ts';
import { listIndexIn, repeatabilityPage, rowOf } from './repeatability-document.ts';

const runs = 200;
const seed = Number(process.env['REPEATABILITY_SEED'] ?? randomInt(2 ** 31));
const place = new URL('../../docs/repeatability.md', import.meta.url);

/** Writes one row of the table and keeps the others. */
function write(title: string, row: string): void {
  const rows = new Map([...listIndexIn(existsSync(place) ? readFileSync(place, 'utf8') : ''), [title, row]]);
  const inOrder = subjects.flatMap((subject) => rows.get(subject.title) ?? []);
  writeFileSync(place, repeatabilityPage(inOrder, measuredNow()));
}

/** `npm run repeatability` takes minutes. */
describe(`${runs} runs give one verdict, and docs/repeatability.md gets their row`, () => {
  it.each(subjects.map((subject) => [subject.title, subject] as const))('%s', async (title, subject) => {
    const repeated = await repeat(subject, runs, seed);
    const verdicts = [...repeated.verdicts].map(([verdict, first]) => `seed ${first}: ${verdict}`);
    expect(verdicts, `from seed ${seed}`).toEqual([expect.stringMatching(/^seed \d+: conforms/)]);
    write(title, rowOf(title, seed, repeated));
  });
});
