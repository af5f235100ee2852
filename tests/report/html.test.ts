import { expect, it } from 'vitest';
import * as html from '../../src/report/html/page.tsx';
import type { Report } from '../../src/report/model/report.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** The page as a reader sees it: without tags, blanks in a row as one. */
async function read(report: Report): Promise<string> {
  const page = await html.render(report);
  return `${page}`
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');
}

it('shows both exchanges of a proof, and the rows of this run that the list has', async () => {
  const text = await read(sampleReport);
  expect(text).toMatch(
    /Sent afterwards GET http:\/\/127\.0\.0\.1:4010\/v1\/categories Its answer, after 3 ms/,
  );
  expect(text).toContain('What the list shows of it {"id":12,"name":"kitaab"}');
  expect(text).toMatch(/Send the other request again curl -sS -i /);
  expect(text).toContain('Kept GET /categories returned 401 (20), GET /pets/{petId} returned 401');
});

it('calls a body the smallest only where a smaller one was looked for', async () => {
  const { payload } = sampleFinding;
  if (payload === undefined) throw new Error('the sample has no body');
  const asSent = { ...payload, smallest: payload.found, tries: 0 };
  expect(await read(sampleReport)).toContain('Smallest body {"name":0}');
  const text = await read({ ...sampleReport, findings: [{ ...sampleFinding, payload: asSent }] });
  expect(text).toContain('Body as sent {"name":-2147483649');
  expect(text).not.toContain('Smallest body');
});

it('lists what earlier runs left, by id', async () => {
  expect(await read(sampleReport)).toMatch(/Left by earlier runs The list holds 3 .* Their ids: 5, 7/);
});

it('says how each category came to be left on the target', async () => {
  expect(await read(sampleReport)).toMatch(/12 kitaab accepted with an unknown key unknown kitaac created/);
});

it('escapes the method of a request, which may come from a report of somebody else', async () => {
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
