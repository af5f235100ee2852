import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Finding } from '../../src/report/model/report.ts';
import { rowOf, rowText, subjectText } from '../../src/report/row.ts';
import { runAgainst } from '../support/run-against.ts';
import { sampleFinding } from './sample-report.ts';

async function rowsOf(id: string): Promise<string[]> {
  const change = defects.find((defect) => defect.id === id)?.change;
  if (change === undefined) throw new Error(`The gallery has no defect "${id}".`);
  const { report } = await runAgainst({ change }, { plan: 'free' });
  return report.findings.map((finding) => rowText(rowOf(finding)));
}

describe('the row of a finding says what was sent, what was received, and what was expected', () => {
  it.each<[defect: string, row: RegExp]>([
    ['name-missing-422', /^POST \/categories \{\} → 422 Unprocessable Entity, must be 400$/],
    ['key-cut-short', /^GET \/categories with the key cut short → 200 OK, must be 401$/],
    ['error-status-other', /^POST \/categories without a key → body status number 400, must be 401$/],
    ['remaining-stands-still', /^GET \/categories ×12 in one window → Remaining does not fall, must fall$/],
    ['limit-on-lists-alone', /^POST \/categories .*at Remaining 0 → served \d+ times in a row, must be 429/],
    [
      'limit-never-enforced',
      /^GET \/categories after Remaining 0 → 200 OK, without a 429 in \d+ requests, must be 429$/,
    ],
    ['id-constant', /^two POST \/categories → id \d+ twice, must be two ids$/],
    ['orders-refuse-key', /^GET \/store\/orders with the key → 401 Unauthorized, must not be 401$/],
    [
      'text-emoji-lost',
      /^POST \/categories name string ".*" → string ".*U\+003F received\), must be as sent$/,
    ],
    ['challenge-missing', /^.* without a key → WWW-Authenticate missing, should be present$/],
  ])('for the defect %s', async (defect, row) => {
    expect(await rowsOf(defect)).toContainEqual(expect.stringMatching(row));
  });

  it('is escaped, and its parts are shortened in the middle', () => {
    const long = `begin${'x'.repeat(300)}end`;
    const { form: _, ...finding } = sampleFinding;
    const row = rowOf({ ...finding, form: long, received: long, expected: `\u001b${long}` } as Finding);
    expect([row.form, row.received, row.expected].map((part = '') => [...part].length)).toEqual([60, 80, 60]);
    for (const part of [row.form, row.received]) expect(part).toMatch(/^beginx+…x+end$/);
    expect(row.expected).toMatch(/^\\u\{1b\}begin/);
  });

  it('falls back to defaults for reports of earlier versions, which lack these fields', () => {
    const { subject: _, form: __, context: ___, where: ____, relation: _____, ...former } = sampleFinding;
    const { exchange, payload, ...bare } = former;
    const words = { expected: 'status 400', received: 'status 201 Created' };
    const whole = rowText(rowOf({ ...former, ...words }));
    expect(whole).toMatch(/^POST \/categories .*201 Created, must be 400$/);
    expect(subjectText(rowOf({ ...bare, ...words }))).toBe('');
    expect(rowText(rowOf({ ...bare, ...words }))).toBe('201 Created, must be 400');
  });
});
