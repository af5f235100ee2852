import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as html from '../../src/report/html/page.tsx';
import type { Report } from '../../src/report/model/report.ts';
import { digestOfPage, madeFrom } from '../page/made-from.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** Renders the text of the page, without tags. */
async function read(report: Report): Promise<string> {
  const page = await html.render(report);
  return `${page}`
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
}

it('names the header that a response lacks', async () => {
  const findings = [{ ...sampleFinding, wrong: { headers: ['www-authenticate'] } }];
  expect(await read({ ...sampleReport, findings })).toContain('(no www-authenticate header)');
});

it('escapes the method of a request, which may come from an edited report', async () => {
  const { exchange } = sampleFinding;
  if (exchange === undefined) throw new Error('the sample has no exchange');
  const hostile = {
    ...exchange,
    request: { ...exchange.request, method: 'GET\u001b]0;x\u0007\n::error::x' },
  };
  const page = await html.render({
    ...sampleReport,
    findings: [{ ...sampleFinding, exchange: hostile }],
  } as Report);
  for (const raw of ['\u001b', '\u0007', '\n::error']) expect(`${page}`).not.toContain(raw);
});

it('escapes and shortens the text of a count, which may contain a reason from an edited report', async () => {
  const text = `left out \u202e\u0007${'x'.repeat(5_000)}`;
  const requirements = sampleReport.requirements.map((one) => ({
    ...one,
    reason: { code: 'custom', class: 'not asked' as const, text },
  }));
  const page = `${await html.render({ ...sampleReport, requirements })}`;
  for (const raw of ['\u202e', '\u0007']) expect(page).not.toContain(raw);
  const [counts = ''] = /<p class="target">.*?<\/p>/s.exec(page) ?? [];
  expect(counts).toContain('left out \\u{202e}\\u{7}xxx');
  expect(counts.length).toBeLessThan(1_000);
});

it("shows backticks as code only in the kit's own text", async () => {
  const finding = { ...sampleFinding, expected: 'a `code` member', received: 'a `code` member' };
  const leftovers = [{ id: '1', name: 'named `so`', cause: 'created' }] as const;
  const places = [{ place: 'GET `here`', count: 1 }];
  const page = `${await html.render({ ...sampleReport, leftovers, findings: [{ ...finding, places }] })}`;
  expect(page).toContain('a <code>code</code> member');
  for (const quoted of ['a `code` member', 'named `so`', 'GET `here`']) expect(page).toContain(quoted);
});

it('is the page that the pictures in docs/pictures show (`npm run write -- pictures` updates them)', () => {
  expect(digestOfPage()).toBe(readFileSync(madeFrom, 'utf8'));
});
