import { expect, it } from 'vitest';
import * as html from '../../src/report/html/page.tsx';
import type { Report } from '../../src/report/model/report.ts';
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
