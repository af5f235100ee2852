import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { optionSettingsOf, type Settings } from '../../src/config/settings.ts';
import type { Exchange, HeaderLine } from '../../src/exchange/exchange.ts';
import { kit } from '../../src/version.ts';
import { judgeExchanges } from '../gallery/judge-exchanges.ts';
import { responded } from '../support/responses.ts';
import { settingsFor } from '../support/run-against.ts';

const list = (...headers: readonly HeaderLine[]) =>
  responded({
    at: 0,
    quota: [60, 59, 60],
    body: '[]',
    headers: [['Content-Type', 'application/json'], ...headers],
  });

/** Reports on exchanges. By default, the only exchange is a list without a Date, which violates `http.date`. */
const reportOf = (given: Partial<Settings> = {}, exchanges: readonly Exchange[] = [list()]) =>
  judgeExchanges(settingsFor('http://shop.test/v1', given), exchanges);

describe('a report', () => {
  test('names the kit, the counts and the failures, but omits requirements that are not selected', () => {
    const {
      kit: made,
      requests,
      complete,
      findings,
      verdict,
    } = reportOf({}, [responded({ at: 0, body: '[]', headers: [['Content-Type', 'text/html']] })]);
    expect(made).toEqual({ ...kit, node: process.version });
    expect(requests).toMatchObject({ total: 1, withKey: 1, withoutKey: 0, rateLimited: 0, retried: 0 });
    expect(complete).toBe(true);
    expect(verdict.outcome).toBe('does not conform');
    expect(findings.map(({ requirement }) => requirement)).toContain('list.media-type');
    expect(reportOf({ only: 'list.*' }).findings).toEqual([]);
  });

  test('lists only observed behavior as observations', () => {
    const request = post('{"name":"kitten"}');
    const body = '{"id":1,"name":"kitten"}';
    const { observations, requirements } = reportOf({}, [
      list(),
      responded({ at: 1, status: 201, body, request }),
    ]);
    expect(observations).toContainEqual({ requirement: 'create.location', text: 'no Location' });
    const observed = requirements.filter(({ verdict, note }) => verdict === 'observed' && note);
    expect([...new Set(observations.map(({ requirement }) => requirement))]).toEqual(
      observed.map(({ id }) => id),
    );
  });

  test.each([
    ['sent', '{"name":"a-category"}', 'no longer needed'],
    ['not sent', '{"name":"another"}', 'not tested again'],
  ])('says that the body of an accepted failure was %s', (_what, text, state) => {
    const request = post('{"name":"a-category"}');
    const body = { class: 'name-integer', base64: Buffer.from(text).toString('base64') };
    const one = { requirement: 'create.id', owner: 'Ada', reason: 'r', until: '2999-01-01', body };
    const { accepted } = reportOf({ accepted: [one] }, [
      list(),
      responded({ at: 1, status: 201, body: '{"id":1,"name":"a-category"}', request }),
    ]);
    expect(accepted?.[0]?.state).toBe(state);
  });

  test('contains the configuration, with only the names of headers', () => {
    const description = { from: 'openapi.yaml', document: {} };
    const { configuration } = reportOf({
      description,
      plan: 'pro',
      only: 'http.*',
      headers: [['X-Trace', 'a-value']],
    });
    const settings = settingsFor('http://shop.test/v1');
    expect(configuration).toStrictEqual({
      ...optionSettingsOf(settings),
      baseUrl: 'http://shop.test/v1',
      plan: 'pro',
      description: 'openapi.yaml',
      profile: 'standard',
      only: 'http.*',
      headerNames: ['X-Trace'],
    });
  });
});
