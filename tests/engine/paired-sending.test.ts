import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { type Change, withDelivery } from '../../reference-server/index.ts';
import { valuesOf } from '../../reference-server/response.ts';
import { variants } from '../../reference-server/variants/index.ts';
import { mostWithoutKey } from '../../src/engine/select.ts';
import type { RecordedExchange, Report } from '../../src/report/model/report.ts';
import { runInMemory, startInMemory } from '../support/in-memory.ts';
import { replayOne } from '../support/replay-one.ts';
import { idsWith, runAgainst, settingsFor, testKey } from '../support/run-against.ts';
import { extendedTier } from '../support/tiers.ts';

const changeOf = (id: string): Change =>
  [...defects, ...variants].find((one) => one.id === id)?.change ?? expect.fail(`there is no ${id}`);

/** Closes each connection without announcing it in the response. */
const closedQuietly: Change = (parts) => ({
  finish: async (response, visit) =>
    withDelivery(await parts.finish(response, visit), { verbatim: 'HTTP/1.1' }),
});

const sent = ({ exchanges }: Report): readonly RecordedExchange[] => exchanges?.recorded ?? [];
const isWithKey = ({ request }: RecordedExchange) => request.again.credential === 'bearer';

/** For each request without the key, lists whether the earlier requests on its connection had the key. */
const before = (report: Report) =>
  sent(report)
    .filter((one) => one.request.again.credential.match(/^(bearer|bearer-lowercase)$/) === null)
    .map((one) =>
      sent(report)
        .filter((other) => other.connection === one.connection && other.id < one.id)
        .map(isWithKey),
    );

const boundToConnection = [
  ['key-cached-ignoring-case', ['auth.key-exact']],
  ['key-compared-with-the-last', ['auth.key-exact']],
  ['key-remembered-by-connection', ['auth.key-missing']],
  [
    'caller-kept-for-the-next-request',
    ['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.bearer-only'],
  ],
] as const;

describe('state that a server keeps per connection', () => {
  it('is tested by a request right after one with the key, on a separate connection', async () => {
    const { report } = await runInMemory({}, { keepExchanges: true });
    // One of the requests without the key is sent in the burst, on a connection that carries nothing else.
    expect(before(report).filter((carried) => carried.length > 0)).toEqual(
      Array.from({ length: mostWithoutKey - 1 }, () => [true]),
    );
    const spelled = sent(report).filter((one) => one.request.again.credential === 'bearer-lowercase');
    expect(spelled).toHaveLength(1);
  });

  it.each(boundToConnection)(
    '%s: ten runs find the same failures',
    extendedTier,
    async (id, requirements) => {
      for (let seed = 1; seed <= 10; seed++) {
        const { report } = await runInMemory({ change: [changeOf(id)] }, { seed });
        expect(idsWith(report, 'fail', 'warn'), `seed ${seed}`).toEqual([...requirements]);
        for (const { signature, comparedWith, exchange, fix } of report.findings) {
          expect(signature).toMatch(/returned 20\d on a connection that carried the key before$/);
          expect(comparedWith?.exchange.connection).toBe(exchange?.connection);
          expect(fix).toContain('per connection');
        }
      }
    },
  );

  it.each([
    ['body-kept-for-the-next-request', ['invalid.body-empty', 'invalid.nothing-stored']],
    ['body-left-after-401', ['errors.shape', 'errors.elsewhere', 'list.ok', 'headers.present']],
  ] as const)('%s: requests with the key show the fault after refused requests', async (id, requirements) => {
    for (const concurrency of [1, 2, 6, 12]) {
      const settings = { seed: concurrency, concurrency, keepExchanges: true };
      const { report } = await runInMemory({ change: [changeOf(id)] }, settings);
      expect(idsWith(report, 'fail', 'warn'), `${concurrency} in flight`).toEqual([...requirements]);
      const carriedBefore = (title: string) => {
        const [one] = sent(report).filter(({ purpose }) => purpose === title);
        return sent(report)
          .filter(({ connection, id }) => connection === one?.connection && id < (one?.id ?? 0))
          .map(({ request }) => request.again.credential);
      };
      expect(carriedBefore('the list after the first creation')).toEqual(['bearer', 'none']);
      expect(carriedBefore('no body')).toEqual(['bearer', 'unknown-key']);
    }
  });

  it('is also tested over sockets if only one requirement is selected, and nothing is sent twice', async () => {
    const settings = { only: 'headers.present', exhaust: false };
    const right = await runAgainst({}, settings);
    expect([right.report.verdict.outcome, right.report.requests.retried]).toEqual(['passed', 0]);
    const wrong = await runAgainst({ change: [changeOf('body-left-after-401')] }, settings);
    expect(idsWith(wrong.report, 'fail', 'warn')).toEqual(['headers.present']);
  });

  it('is also found over sockets', extendedTier, async () => {
    for (let seed = 1; seed <= 3; seed++) {
      const { report } = await runAgainst({ change: [changeOf('key-cached-ignoring-case')] }, { seed });
      expect(idsWith(report, 'fail', 'warn')).toEqual(['auth.key-exact']);
    }
  });

  it('is not reported if the same request also succeeds on a fresh connection', async () => {
    const { report, counted } = await runInMemory({ change: [changeOf('key-any-case')] });
    expect(report.findings.map(({ signature }) => signature).sort()).toEqual([
      'auth.key-exact: returned 200',
      'auth.key-exact: returned 201',
    ]);
    expect(counted.withoutKey).toBe(mostWithoutKey + 1);
  });

  it('is reported only for an operation that was tested on a fresh connection', async () => {
    const cutKeyPasses: Change = (parts, { holders }) => {
      const seen = new Set<object>();
      return {
        identify: (incoming, authentication, route) => {
          const identity = parts.identify(incoming, authentication, route);
          if (identity.kind === 'key') seen.add(incoming.connection);
          const [sent = ''] = valuesOf(incoming.headers, 'Authorization');
          const holder = holders.find(({ key }) => sent === `Bearer ${key.slice(0, -1)}`);
          const isIn = incoming.method === 'GET' || seen.has(incoming.connection);
          return holder !== undefined && isIn ? { kind: 'key', holder } : identity;
        },
      };
    };
    const { report } = await runInMemory({ change: [cutKeyPasses] });
    expect(report.findings.map(({ signature }) => signature).sort()).toEqual([
      'auth.key-exact: returned 200',
      'auth.key-exact: returned 201 on a connection that carried the key before',
    ]);
  });

  it.each([
    ['after announcing it', [changeOf('connection-closed')], 0],
    ['without announcing it', [closedQuietly], 4],
  ] as const)('is not tested on a server that closes each connection %s', async (_how, change, more) => {
    const { report, counted } = await runInMemory({ change });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
    expect(counted.requests - (counted.withKey + mostWithoutKey)).toBeLessThanOrEqual(more);
    const requirement = report.requirements.find(({ id }) => id === 'auth.key-exact');
    expect(requirement).toMatchObject({
      verdict: 'pass',
      note: expect.stringMatching(/closes its connections/),
    });
  });
});

describe('replaying a finding about connection state', () => {
  it.each([
    ['the same server', [changeOf('key-cached-ignoring-case')], 'still failing'],
    ['a server without the fault', [], 'fixed'],
    ['a server that closes each connection', [closedQuietly], 'not tested again'],
  ] as const)('reports the correct result for %s', async (_server, change, kind) => {
    const { report } = await runInMemory({ change: [changeOf('key-cached-ignoring-case')] });
    const [finding = expect.fail()] = report.findings;
    const { url, openDispatcher } = startInMemory({ keys: [{ key: testKey, plan: 'business' }], change });
    const settings = settingsFor(url, { exhaust: false });
    const { kinds } = await replayOne(finding, report, settings, { openDispatcher });
    expect(kinds).toEqual([kind]);
  });
});
