import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { Har } from 'har-format';
import { beforeAll, describe, expect, it } from 'vitest';
import { withDelivery } from '../../reference-server/index.ts';
import * as har from '../../src/report/har/write.ts';
import type { Report } from '../../src/report/model/report.ts';
import { leaksOf } from '../support/echoes.ts';
import { commandsIn, unprintableIn } from '../support/harmless.ts';
import { runAgainst, testKey } from '../support/run-against.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const require = createRequire(import.meta.url);

/** Compiles a public JSON Schema (draft 06) for HAR 1.2. */
function harValidator(): ValidateFunction {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  ajv.addSchema(Object.values(require('har-schema') as Record<string, { readonly $id: string }>));
  const validate = ajv.getSchema('har.json#');
  if (validate === undefined) throw new Error('har-schema has no har.json');
  return validate as ValidateFunction;
}

const validate = harValidator();

async function archiveOf(report: Report): Promise<Har> {
  return JSON.parse(await har.render(report));
}

/** Tests a server that echoes the key and closes some connections. */
async function realRun(): Promise<Report> {
  let responses = 0;
  const { report } = await runAgainst(
    {
      change: (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          const sent =
            visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? '';
          const body = Buffer.from(`{"echo":"${sent}","also":"${Buffer.from(sent).toString('base64')}"}`);
          const echoed = { ...finished, body, headers: [...finished.headers, ['X-Echo', sent] as const] };
          return ++responses % 10 === 0 ? withDelivery(echoed, { cut: 'before-response' }) : echoed;
        },
      }),
    },
    { keepExchanges: true, exhaust: false },
  );
  return report;
}

describe('a recording of a real run', () => {
  let report: Report;
  let archive: Har;
  beforeAll(async () => {
    report = await realRun();
    archive = await archiveOf(report);
  });

  it('is valid HAR 1.2', () => {
    validate(archive);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('contains all exchanges in order, with or without a response', () => {
    expect(archive.log.entries).toHaveLength(report.requests.total);
    const withoutResponse = archive.log.entries.filter(({ response }) => response.status === 0);
    expect(withoutResponse.length).toBeGreaterThan(3);
    for (const { response } of withoutResponse) expect(response.comment).not.toBe('');
    const begun = archive.log.entries.map(({ startedDateTime }) => Date.parse(startedDateTime));
    expect(Math.min(...begun)).toBeGreaterThanOrEqual(Date.parse(report.startedAt) - 1);
    expect(Math.max(...begun)).toBeLessThanOrEqual(Date.parse(report.finishedAt) + 1);
  });

  it('does not contain the key, which the server echoes in every response', async () => {
    const text = await har.render(report);
    expect(text).toContain('X-Echo');
    expect(leaksOf(testKey, text)).toEqual([]);
    expect(text).toContain('Bearer $PETSTORE_API_KEY');
  });
});

describe('a recording', () => {
  it('contains only the exchanges of findings if the report has no other exchanges', async () => {
    const { exchanges: _, ...rest } = sampleReport;
    const archive = await archiveOf(rest);
    validate(archive);
    expect(validate.errors ?? []).toEqual([]);
    expect(archive.log.entries.map(({ request }) => request.method)).toEqual(['POST', 'GET']);
    expect(archive.log.comment).toContain('only the exchanges of findings');
  });

  it('of a server that sends hostile strings is valid and harmless in a terminal', async () => {
    const { exchange } = sampleFinding;
    if (exchange?.response === undefined) throw new Error('the sample has no response');
    const { response } = exchange;
    const kept = hostileTexts.map((text, id) => ({
      ...exchange,
      id,
      response: { ...response, reason: text, body: text, headers: [['X-Text', text] as const] },
    }));
    const report = { ...sampleReport, exchanges: { recorded: kept, leftOut: 0 } };
    const archive = await archiveOf(report);
    validate(archive);
    expect(validate.errors ?? []).toEqual([]);
    expect(archive.log.entries.map(({ response: { content } }) => content.text)).toEqual(hostileTexts);
    const text = await har.render(report);
    expect(unprintableIn(text)).toEqual([]);
    expect(commandsIn(text)).toEqual([]);
  });

  it('is rejected by the schema if it is invalid', () => {
    expect(validate({ log: { version: '1.2', entries: [{}] } })).toBe(false);
  });
});
