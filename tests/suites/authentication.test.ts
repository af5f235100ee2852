import { describe, expect, test } from 'vitest';
import type { Check } from '../../src/checks/vocabulary.ts';
import { isVaried } from '../../src/exchange/credentials.ts';
import { credentials, type HttpRequest } from '../../src/exchange/exchange.ts';
import authentication from '../../suites/authentication.ts';
import { secondList } from '../../suites/shared.ts';
import { cutOff, type ResponseParts, responded } from '../support/responses.ts';
import { checked, type Serve } from './checked.ts';
import { correctly } from './correct-server.ts';
import { concluded, judged, tallied } from './judged.ts';

const refusals = authentication.checks.filter((one): one is Check => one.kind === 'check');
const hasKey = ({ credential }: HttpRequest) => credential === 'bearer' || credential === 'bearer-lowercase';

/** Creates a server with these responses to requests with and without the key. */
const serving = (
  withKey: Partial<ResponseParts> | 'cut',
  without?: Partial<ResponseParts> | 'cut',
): Serve => {
  return (request) => (hasKey(request) ? withKey : (without ?? correctly(request)));
};

describe('a request without the key', () => {
  test('goes to every operation with every credential', async () => {
    const sent = new Map<string, string[]>();
    for (const { title } of refusals) {
      const run = await checked(authentication, title, correctly);
      expect(run.judgment, title).toBe('met');
      const [{ request } = expect.fail()] = run.sent.filter((one) => !hasKey(one.request));
      const { credential } = request;
      expect(request.variation !== undefined, title).toBe(isVaried(credential));
      sent.set(credential, [...(sent.get(credential) ?? []), `${request.method} ${request.path}`]);
    }
    const named = ['GET /categories', 'POST /categories', 'GET /pets/1', 'GET /store/orders'];
    const withKey: string[] = ['bearer', 'bearer-lowercase'];
    const isOnCategories = (credential: string) =>
      credential.startsWith('key-') || credential === 'unknown-key-not-ascii';
    expect(Object.fromEntries(sent)).toEqual(
      Object.fromEntries(
        credentials
          .filter((one) => !withKey.includes(one))
          .map((one) => [one, isOnCategories(one) ? named.slice(0, 2) : named]),
      ),
    );
  });

  test('differs from the control request only in the credential', async () => {
    const { sent } = await checked(authentication, 'POST /categories with another key', correctly);
    const [control, list, without] = sent.map(({ request }) => request);
    expect(control).toMatchObject({ operation: 'createCategory', credential: 'bearer', mark: 'kitaaaa' });
    expect(list?.operation).toBe('listCategories');
    expect(without).toMatchObject({ operation: 'createCategory', mark: 'kitbbbb' });
    expect(String(without?.body)).toBe('{"name":"kitbbbb","description":"made by a test"}');
    const get = await checked(authentication, 'GET /pets/{petId} with another key', correctly);
    expect(get.sent.map(({ request }) => request.operation)).toEqual(['petById', 'petById']);
  });

  test('creates nothing before the second list, and near misses are declared', () => {
    for (const { title, requirement, needs } of refusals) {
      const isFirst = title === 'GET /categories without an Authorization header';
      const after = isFirst ? 'GET /categories with the scheme in lower case' : undefined;
      expect(needs.after?.title, title).toBe(title.startsWith('POST') ? secondList.title : after);
      expect(needs.nearMiss !== undefined, title).toBe(requirement === 'auth.key-exact');
    }
  });

  test('must return 401', async () => {
    const title = 'GET /store/orders without an Authorization header';
    for (const status of [200, 204, 400, 403, 404]) {
      const { judgment, instances } = await checked(
        authentication,
        title,
        serving({ status: 200 }, { status }),
      );
      expect(judgment).toBe(`expected status 401, received status ${status}: returned ${status}`);
      expect(instances).toEqual([title]);
    }
    expect((await checked(authentication, title, serving({ status: 200 }, 'cut'))).judgment).toBe(
      'expected status 401, received the connection was cut: no response (cut)',
    );
  });

  test('with a token that is not ASCII may return any 4xx', async () => {
    const title = 'POST /categories with a token that is not ASCII';
    const judgment = async (without: Partial<ResponseParts> | 'cut') =>
      (await checked(authentication, title, serving({ status: 201 }, without))).judgment;
    for (const status of [400, 401, 403, 431]) expect(await judgment({ status })).toBe('met');
    for (const status of [201, 302, 500])
      expect(await judgment({ status })).toBe(
        `expected status 401, received status ${status}: returned ${status}`,
      );
    expect(await judgment('cut')).toBe(
      'expected status 401, received the connection was cut: no response (cut)',
    );
  });

  test('is not judged if the control request is refused, too', async () => {
    const judgment = async (withKey: ResponseParts['status'], without: ResponseParts['status']) => {
      const title = 'GET /pets/{petId} with the bare key';
      const serve = serving({ status: withKey ?? 0 }, { status: without ?? 0 });
      return (await checked(authentication, title, serve)).judgment;
    };
    expect(await judgment(404, 404)).toBe(
      'not judged: the same request with the key is not served either (status 404)',
    );
    expect(await judgment(404, 401)).toBe('met');
    expect(await judgment(404, 200)).toBe('expected status 401, received status 200: returned 200');
  });
});

describe('a request without the key that is served on a connection that carried it', () => {
  const title = 'GET /store/orders with another key';
  const usual = 'expected status 401, received status 200: returned 200';
  /** Serves requests without the key with these statuses, one after the other. */
  const run = (statuses: readonly number[], spare?: number) => {
    const left = [...statuses];
    const serve: Serve = (request) => ({ status: hasKey(request) ? 200 : (left.shift() ?? expect.fail()) });
    return checked(authentication, title, serve, spare === undefined ? {} : { spare });
  };

  test('is a finding about the connection if it returns 401 on a fresh one', async () => {
    const { judgment, sent, mismatches } = await run([200, 401], 1);
    expect(judgment).toBe(
      'expected status 401 on any connection, received status 200 right after a request with the key on the same connection; 401 on a fresh connection: returned 200 on a connection that carried the key before',
    );
    const [before, after, fresh] = sent;
    expect([before?.connection === after?.connection, fresh?.connection === after?.connection]).toEqual([
      true,
      false,
    ]);
    expect(mismatches[0]?.comparedWith).toBe(before);
    expect(mismatches[0]?.advice).toEqual({
      impact:
        'It happens only on a connection that carried the key before. Gateways and connection pools share connections between clients, so one client has access with the key of another.',
      fix: 'Read the Authorization header of every request. Look for a server that caches header values per connection (Jetty 11 and 12 do, ignoring case, unless HttpConfiguration.setHeaderCacheCaseSensitive(true) is set), and for a user, session or parsed header stored with the connection or a reused request object.',
    });
  });

  test('is the usual finding if it is served on a fresh one, too', async () => {
    expect((await run([200, 200], 1)).judgment).toBe(usual);
    expect((await run([200, 403], 1)).judgment).toBe(usual);
  });

  test('is the usual finding if the budget has no request for a fresh one', async () => {
    const { judgment, sent } = await run([200], 0);
    expect([judgment, sent.length]).toEqual([usual, 2]);
  });

  test('is not sent again if no request with the key came before it', async () => {
    const failing: Serve = (_request, purpose) => {
      if (purpose.startsWith('a list with the key, right before')) throw new Error('it was not sent');
      return { status: 200 };
    };
    const { judgment, sent } = await checked(authentication, 'GET /categories with another key', failing, {
      spare: 3,
    });
    expect([judgment, sent.map(({ request }) => hasKey(request))]).toEqual([usual, [false, true]]);
  });
});

describe('the valid key', () => {
  const requirement = 'auth.key-accepted';
  const got = (status: number, at = 0, also: Partial<ResponseParts> = {}) =>
    responded({ at, status, ...also });
  const refusedKey = 'expected any status except 401, received status 401: the valid key returned 401';

  test('never returns 401', () => {
    expect(concluded(authentication, requirement, [got(200), got(404)])).toBe('met');
    expect(concluded(authentication, requirement, [got(200), got(401, 1)])).toBe(refusedKey);
    const { tested, alsoCorrect } = tallied(authentication, requirement, [
      got(200),
      got(401, 1),
      got(429, 2),
      got(500, 3),
    ]);
    expect(tested).toBe(3);
    expect([...alsoCorrect]).toEqual([
      ['GET /categories returned 200', 1],
      ['GET /categories returned 500', 1],
    ]);
  });

  test('is judged only by responses of named operations to the plain key', () => {
    for (const request of [{ credential: 'none' }, { operation: 'elsewhere' }] as const) {
      expect(concluded(authentication, requirement, [got(401, 0, { request })])).toBe('not selected');
      expect(tallied(authentication, requirement, [got(200, 0, { request })]).tested).toBe(0);
    }
    expect(concluded(authentication, requirement, [{ ...cutOff(0), attempt: 2 }, got(429)])).toBe(
      'not selected',
    );
  });

  test('may have been banned after a 429', () => {
    expect(concluded(authentication, requirement, [got(200), got(429, 1), got(401, 2)])).toBe('met');
    expect(concluded(authentication, requirement, [got(200), got(401, 1), got(429, 2), got(401, 3)])).toBe(
      refusedKey,
    );
  });

  const scheme = 'auth.scheme-case';
  const lower = (status: number, at = 0) =>
    responded({ at, status, request: { credential: 'bearer-lowercase' } });

  test('is accepted with the scheme in lower case', () => {
    const probe = authentication.checks.find((one) => one.kind === 'probe') ?? expect.fail();
    expect(probe.requirement).toBe(scheme);
    expect(probe.make({ name: () => 'kitaaaa', random: () => 0 })).toMatchObject({
      ...{ operation: 'listCategories', credential: 'bearer-lowercase' },
    });
    expect(concluded(authentication, scheme, [got(200), lower(200)])).toBe('met');
    expect(concluded(authentication, scheme, [got(200), lower(401)])).toBe(
      'expected the same response as with `Bearer`, received status 401: returned 401',
    );
    expect(concluded(authentication, scheme, [got(200), lower(429), lower(200)])).toBe('met');
    expect(concluded(authentication, scheme, [got(200)])).toBe('not selected');
    expect(concluded(authentication, scheme, [got(200), lower(429)])).toBe('not selected');
    expect([...tallied(authentication, scheme, [got(200), lower(200)]).alsoCorrect]).toEqual([
      ['GET /categories returned 200', 1],
    ]);
  });

  test('is refused with the scheme in lower case if another response is not like the usual one', () => {
    const refused = 'expected the same response as with `Bearer`, received ';
    expect(concluded(authentication, scheme, [got(200), lower(400)])).toBe(
      `${refused}status 400: returned 400`,
    );
    const cut = { ...cutOff(1), attempt: 2, request: lower(0).request } as const;
    expect(concluded(authentication, scheme, [got(200), cut])).toMatch(/: no response \(cut\)$/);
  });

  test('does not judge another response to the scheme once the list is broken', () => {
    const broken = { list: got(500), candidates: [] };
    const listHealth = { broken: () => broken };
    expect(concluded(authentication, scheme, [got(200), lower(500)], { listHealth })).toBe(dependent);
    expect(concluded(authentication, scheme, [got(200), lower(401)], { listHealth })).toBe(finding);
  });

  const dependent = 'not judged: see list.ok, auth.key-accepted';

  test.each([401, 500])(
    'does not judge the scheme if the usual spelling returns %i, before or after',
    (status) => {
      for (const order of [
        [got(status), lower(status)],
        [got(200), lower(status), got(status)],
      ])
        expect(concluded(authentication, scheme, order)).toBe(dependent);
      expect(concluded(authentication, scheme, [got(status), lower(200)])).toBe('met');
    },
  );

  const orders = (status: number) => got(status, 0, { request: { operation: 'orders' } });
  const finding = 'expected the same response as with `Bearer`, received status 401: returned 401';

  test('is judged if another operation always refuses the key, but not if one does so intermittently', () => {
    expect(concluded(authentication, scheme, [got(200), orders(401), lower(401)])).toBe(finding);
    const intermittent = [got(200), orders(200), orders(401)];
    expect(concluded(authentication, scheme, [...intermittent, lower(401)])).toBe(dependent);
    expect(concluded(authentication, scheme, [...intermittent, lower(500)])).toMatch(/: returned 500$/);
    // A 429 does not accept the key.
    expect(concluded(authentication, scheme, [got(200), orders(401), orders(429), lower(401)])).toBe(finding);
  });

  test('is judged if lists fail with another status', () => {
    expect(concluded(authentication, scheme, [got(200), lower(401), got(500)])).toBe(finding);
  });

  test('is judged only by lists that are refused, ignoring transient faults', () => {
    const invalidBody = responded({
      at: 1,
      status: 400,
      request: { operation: 'createCategory', method: 'POST', credential: 'bearer-lowercase' },
    });
    expect(concluded(authentication, scheme, [got(200), invalidBody])).toBe('not selected');
    expect(concluded(authentication, scheme, [got(200), lower(304)])).toBe(dependent);
    expect(concluded(authentication, scheme, [lower(401)])).toBe(dependent);
    expect(concluded(authentication, scheme, [got(200), lower(503), lower(200)])).toBe('met');
    expect(concluded(authentication, scheme, [got(200), lower(200), lower(503)])).toBe('met');
  });

  test('is not judged once the key looks banned', () => {
    const ban = { shownBy: () => got(401) };
    expect(concluded(authentication, scheme, [got(200), lower(401)], { ban })).toMatch(/^not judged: .*ban/);
  });
});

test('a 401 of a named operation carries a challenge', () => {
  const judgment = (also: Partial<ResponseParts>) =>
    judged(authentication, 'auth.challenge', responded({ at: 0, status: 401, ...also }));
  const none = 'expected a WWW-Authenticate header, received none: a 401 has no WWW-Authenticate';
  expect(judgment({ headers: [['www-authenticate', 'Bearer']] })).toBe('met');
  expect(judgment({})).toBe(none);
  expect(judgment({ headers: [['WWW-Authenticate', '']] })).toBe(none);
  const twice = ['WWW-Authenticate', ''] as const;
  expect(judgment({ headers: [twice, twice] })).toBe(none);
  expect(judgment({ status: 403 })).toBe('not selected');
  expect(judgment({ request: { operation: 'elsewhere' } })).toBe('not selected');
  expect(judged(authentication, 'auth.challenge', cutOff(0))).toBe('not selected');
});
