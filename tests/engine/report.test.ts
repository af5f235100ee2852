import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { optionSettingsOf, type Settings } from '../../src/config/settings.ts';
import { judgeRecorded } from '../../src/engine/judge-recorded.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import { kit } from '../../src/version.ts';
import { responded } from '../support/responses.ts';
import { settingsFor } from '../support/run-against.ts';

const list = (...headers: readonly HeaderLine[]) =>
  responded({
    ...{ at: 0, quota: [60, 59, 60], body: '[]' },
    headers: [['Content-Type', 'application/json'], ...headers],
  });

/** Reports on one recorded list without a Date, which violates `http.date`. */
function reportOf(given: Partial<Settings> = {}, exchanges: readonly Exchange[] = [list()]) {
  const baseUrl = 'http://shop.test/v1';
  const traffic = { skipped: 0, changedOtherwise: false, credentials: 'shown', secrets: [] } as const;
  return judgeRecorded({ ...traffic, baseUrl, exchanges }, settingsFor(baseUrl, given));
}

const noDate = 'http.date: Date is missing';

describe('a report', () => {
  test('omits what the run did not have', async () => {
    const report = await reportOf();
    expect(report).toMatchObject({ format: 'petstore-conformance/report', formatVersion: 2 });
    for (const name of ['labels', 'waivers', 'baseline', 'sentBodies', 'checkFaults'])
      expect(report).not.toHaveProperty(name);
    expect(report.findings.map(({ signature }) => signature)).toEqual([noDate]);
    expect(report.findings[0]).not.toHaveProperty('known');
    expect(report.verdict.sentence).not.toMatch(/resembles|undefined| $/);
  });

  test('names the kit, the counts, and what failed, but not what is not selected', async () => {
    const {
      kit: made,
      requests,
      complete,
      findings,
      verdict,
    } = await reportOf({}, [responded({ at: 0, body: '[]', headers: [['Content-Type', 'text/html']] })]);
    expect(made).toEqual({ ...kit, node: process.version });
    expect(requests).toMatchObject({ total: 1, withKey: 1, withoutKey: 0, rateLimited: 0, retried: 0 });
    expect(complete).toBe(true);
    expect(verdict.outcome).toBe('does not conform');
    expect(findings.map(({ requirement }) => requirement)).toContain('list.media-type');
    expect((await reportOf({ only: 'list.*' })).findings).toEqual([]);
  });

  test('has the labels, and says if the key is short', async () => {
    const { labels, verdict } = await reportOf({ labels: { build: '1.4.2' }, shortKey: true });
    expect(labels).toEqual({ build: '1.4.2' });
    expect(verdict.sentence).toMatch(
      /[.] The key resembles other text \(--allow-short-key\), so it is redacted only in header values, curl commands and URLs\.$/,
    );
  });

  test('has the timeline, with short values', async () => {
    const { timeline } = await reportOf({}, [list(['Retry-After', '9'.repeat(100)])]);
    expect(timeline).toMatchObject({
      leftOut: 0,
      rows: [{ id: 1, limit: 60, remaining: 59, retryAfter: '9'.repeat(60) }],
    });
  });

  test('lists observations, and no other notes', async () => {
    const request = post('{"name":"kitten"}');
    const body = '{"id":1,"name":"kitten"}';
    const { observations, requirements } = await reportOf({}, [
      list(),
      responded({ at: 1, status: 201, body, request }),
    ]);
    expect(observations).toContainEqual({ requirement: 'create.location', text: 'no Location' });
    const observed = requirements.filter(({ verdict, reason }) => verdict === 'observed' && reason);
    expect(observations.map(({ requirement }) => requirement)).toEqual(observed.map(({ id }) => id));
  });

  test('identifies the bodies that were sent', async () => {
    const request = post('{"name":"a-category"}');
    const { sentBodies } = await reportOf({}, [responded({ at: 0, status: 201, request })]);
    expect(sentBodies).toHaveLength(1);
  });

  test.each([
    ['sent', '{"name":"a-category"}', 'stale'],
    ['not sent', '{"name":"another"}', 'not tested'],
  ])('knows that the body of a waiver was %s', async (_what, text, state) => {
    const request = post('{"name":"a-category"}');
    const body = { class: 'name-integer', base64: Buffer.from(text).toString('base64') };
    const waiver = { requirement: 'create.id', owner: 'Ada', reason: 'r', expires: '2999-01-01', body };
    const { waivers } = await reportOf({ waivers: [waiver] }, [
      list(),
      responded({ at: 1, status: 201, body: '{"id":1,"name":"a-category"}', request }),
    ]);
    expect(waivers?.[0]?.state).toBe(state);
  });

  test('has the configuration, with the names of headers only', async () => {
    const namedTarget = { name: 'staging', configFile: 'kit.json' };
    const description = { from: 'openapi.yaml', document: {} };
    const { configuration } = await reportOf({
      ...{ namedTarget, description, plan: 'pro', only: 'http.*', headers: [['X-Trace', 'a-value']] },
    });
    const settings = settingsFor('http://shop.test/v1');
    expect(configuration).toStrictEqual({
      ...optionSettingsOf(settings),
      ...{ baseUrl: 'http://shop.test/v1', targetName: 'staging', configFile: 'kit.json', plan: 'pro' },
      ...{ description: 'openapi.yaml', profile: 'standard', only: 'http.*', headerNames: ['X-Trace'] },
    });
  });

  test('marks what the baseline contains, and names the baseline', async () => {
    const baseline = { target: 'http://a.test', startedAt: '2026-11-20T09:00:00.000Z', bodies: [] };
    const settings = { failOn: 'advisory' } as const;
    const fresh = await reportOf({ ...settings, baseline: { ...baseline, signatures: [] } });
    expect(fresh).toMatchObject({ verdict: { outcome: 'does not conform' } });
    const known = await reportOf({ ...settings, baseline: { ...baseline, signatures: [noDate] } });
    expect(known.verdict).toMatchObject({ outcome: 'nothing new' });
    expect(known.verdict.sentence).toMatch(/all as in the baseline of 2026-11-20/);
    expect(known.findings[0]?.known).toBe(true);
    expect(known.baseline).toEqual({ target: 'http://a.test', startedAt: '2026-11-20T09:00:00.000Z' });
  });

  test('applies waivers, and lists them', async () => {
    const waiver = { requirement: 'http.date', owner: 'Ada', reason: 'r', expires: '2999-01-01' };
    const { waivers, verdict, findings } = await reportOf({ waivers: [waiver] });
    expect(waivers).toEqual([{ ...waiver, state: 'applied' }]);
    expect(findings[0]?.waived).toMatch(/^until 2999-01-01 by Ada/);
    expect(verdict.counts.waived).toBe(1);
    expect((await reportOf({ waivers: [] })).waivers).toEqual([]);
    const lastDay = await reportOf({ waivers: [{ ...waiver, expires: '2027-01-15' }] });
    expect(lastDay.waivers?.[0]?.state).toBe('applied');
  });

  test.each<readonly [Partial<Settings>, string]>([
    [{}, 'passed-selection'],
    [{ failOn: 'advisory' }, 'does not conform'],
    [{ strict: true }, 'incomplete'],
    [{ strictSelection: true }, 'incomplete'],
  ])('with %j ends as "%s"', async (given, outcome) => {
    const { verdict, configuration } = await reportOf(given);
    expect(verdict.outcome).toBe(outcome);
    expect(configuration).toMatchObject({
      strict: given.strict === true,
      strictSelection: given.strictSelection === true,
    });
    expect(configuration.failOn).toBe(given.failOn);
  });
});
