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

it('shows both exchanges of a proof, and the categories of this run in the list', async () => {
  const text = await read(sampleReport);
  expect(text).toMatch(
    /Compared with \(sent afterwards\) GET http:\/\/127\.0\.0\.1:4010\/v1\/categories Its response, after 3 ms/,
  );
  expect(text).toContain('In the list {"id":12,"name":"kitaab"}');
  expect(text).toMatch(/Reproduce the compared request with curl -i --globoff -H /);
  expect(text).toContain('Also correct GET /categories returned 401 (20), GET /pets/{petId} returned 401');
});

it('calls a body the smallest only after a search', async () => {
  const { payload } = sampleFinding;
  if (payload === undefined) throw new Error('the sample has no body');
  const asSent = { ...payload, smallest: payload.found, tries: 0 };
  expect(await read(sampleReport)).toContain('Smallest body {"name":0}');
  const text = await read({ ...sampleReport, findings: [{ ...sampleFinding, payload: asSent }] });
  expect(text).toContain('Invalid body {"name":-2147483649');
  expect(text).not.toContain('Smallest body');
});

it('names the header that a response lacks', async () => {
  const findings = [{ ...sampleFinding, requirement: 'auth.challenge' }];
  expect(await read({ ...sampleReport, findings })).toContain('(no www-authenticate header)');
});

it('lists the ids of leftover data of earlier runs', async () => {
  expect(await read(sampleReport)).toMatch(
    /Leftover data of earlier runs 3 categories The list contains 3 categories .*; with those of this run there are 5\. .* Ids: 5, 7/,
  );
});

it('shows the cause of each leftover', async () => {
  expect(await read(sampleReport)).toMatch(/12 kitaab accepted with an unknown key unknown kitaac created/);
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
