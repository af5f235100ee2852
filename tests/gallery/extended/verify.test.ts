// @module-tag extended
import { describe, expect, it } from 'vitest';
import { onlyFor } from '../../../src/report/conditions.ts';
import type { Report } from '../../../src/report/model/report.ts';
import { inMemory } from '../in-memory.ts';
import { referenceRows } from '../reference.ts';
import { runRow } from '../run-row.ts';

/** Defects that the requests of the violated requirement do not always show on their own. */
const showsWithOthers = [
  ...['creation-sent-twice', 'description-left-over', 'description-undefined-as-text', 'error-echoes-key'],
  ...[
    'id-counter-restarts',
    'id-slot-reused',
    'length-in-characters',
    'limit-alternates',
    'limit-is-bare-403',
  ],
  ...['limit-missing-on-429', 'limit-served-bare', 'limit-zero-when-refused', 'list-broken-by-bytes'],
  ...['list-broken-by-characters', 'list-cut-at-buffer', 'list-description-missing-as-null'],
  ...['list-digits-as-number', 'list-fails-on-emoji', 'list-first-five', 'list-gzipped-unsaid', 'list-keyed'],
  ...['list-names-lower-case', 'list-shows-id-of-request', 'list-undescribed-missing'],
  ...['list-wrapped-from-the-fourth-on', 'name-thousands-deep-500', 'pet-limit-with-unit'],
  ...['refused-text-cached', 'remaining-negative', 'remaining-wraps-around', 'reset-to-go-when-refused'],
  ...['retry-after-fraction', 'stored-before-check'],
];
const rows = referenceRows.filter(({ id }) => showsWithOthers.includes(id));

describe('the command that verifies a fix', () => {
  it('is tested with each listed defect', () => expect(rows.length).toBe(showsWithOthers.length));

  it.each(rows.map((row) => [row.id, inMemory(row)] as const))('still fails with %s', async (_id, row) => {
    const { findings } = await reportOf(row);
    expect(findings).not.toEqual([]);
    for (const id of new Set(findings.map(({ requirement }) => requirement))) {
      const only = onlyFor(findings.filter(({ requirement }) => requirement === id)).join();
      const { requirements } = await reportOf(row, only);
      expect(requirements.find((one) => one.id === id)?.verdict, `--only ${only}`).toMatch(/^(?:fail|warn)$/);
    }
  });
});

async function reportOf(row: Parameters<typeof runRow>[0], only?: string): Promise<Report> {
  let report: Report | undefined;
  const tried = (trial: { readonly report: Report }) => {
    report = trial.report;
  };
  await runRow(row, { tried, ...(only === undefined ? {} : { settings: { only } }) });
  if (report === undefined) throw new Error('no run was made');
  return report;
}
