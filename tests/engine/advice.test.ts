import { expect, test } from 'vitest';
import { editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { adviceFor } from '../../src/engine/findings.ts';
import { catalog, requirementById } from '../../src/spec/catalog.ts';
import { runInMemory } from '../support/in-memory.ts';
import { cutOff, responded } from '../support/responses.ts';
import { extendedTier } from '../support/tiers.ts';

const meansOf = (id: string, status: number) =>
  adviceFor(requirementById(id), responded({ at: 0, status })).impact;

test.each(['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.bearer-only'])(
  '%s: the impact depends on whether the server granted access or refused it with another status',
  (id) => {
    expect(meansOf(id, 200)).toBe(requirementById(id).impact);
    for (const status of [300, 302, 400, 403, 404])
      expect(meansOf(id, status)).toMatch(/^The request was refused, but not with 401/);
    expect(meansOf(id, 500)).toMatch(/^The request was not served, but the server failed/);
    expect(adviceFor(requirementById(id), cutOff(0)).impact).toBe(meansOf(id, 500));
  },
);

test.each(['invalid.name-missing', 'invalid.name-type', 'invalid.body-empty', 'invalid.body-malformed'])(
  '%s: the impact depends on whether the server stored the body, refused it with another status, or failed',
  (id) => {
    expect(meansOf(id, 201)).toBe(requirementById(id).impact);
    expect(meansOf(id, 422)).toMatch(/^The body was refused, but not with 400/);
    expect(meansOf(id, 500)).toMatch(/^The server fails, although the mistake is the client/);
  },
);

test('the fix of list.ok mentions the array only if the list returned 200', () => {
  const fixOf = (status: number) => adviceFor(requirementById('list.ok'), responded({ at: 0, status })).fix;
  expect(fixOf(200)).toMatch(/^Return the array itself/);
  expect(fixOf(301)).toMatch(/trailing slash.*does not help/);
  expect(fixOf(404)).toMatch(/no such route/);
  expect(fixOf(400)).toBe(fixOf(404));
  expect(fixOf(500)).toMatch(/server's log/);
  const broken = adviceFor(requirementById('list.ok'), responded({ at: 0, status: 200 }), 'failed');
  expect(broken.fix).toBe(fixOf(500));
});

test('a redirect or a failure without its own impact uses the impact of a refusal', () => {
  const id = 'create.description-optional';
  const refused = meansOf(id, 400);
  expect(refused).toMatch(/cannot create/);
  expect([meansOf(id, 302), meansOf(id, 503)]).toEqual([refused, refused]);
});

test('a requirement without outcomes, or a finding without a request, uses its own impact and fix', () => {
  for (const row of catalog) {
    const { impact, fix } = row;
    expect(adviceFor(row, undefined)).toEqual({ impact, fix });
    if (row.outcomes === undefined) expect(adviceFor(row, cutOff(0))).toEqual({ impact, fix });
  }
});

test.each([
  ['headers-missing-on-401', 'headers.present', /^Only responses with 401 /],
  ['headers-missing-on-orders', 'headers.present', /^Only one operation /],
  ['limit-missing-on-429', 'headers.present', /set X-RateLimit-Limit there/],
  ['headers-spelled-otherwise', 'headers.present', /^Rename the headers that the server sends/],
  ['body-left-after-401', 'errors.shape', /did not read the body/],
  ['names-similar-409', 'create.created', /^Remove the rule that compares a new name/],
  ['id-in-request-500', 'create.created', /copy name and description into a new record/],
])('the report on %s has specific advice under %s', extendedTier, async (id, violated, fix) => {
  const { change } = defects.find((one) => one.id === id) ?? expect.fail();
  const { report } = await runInMemory({ change });
  expect(report.findings.find((one) => one.requirement === violated)?.fix).toMatch(fix);
});

test(
  'the advice on misnamed headers mentions a Reset that is a number of seconds from now',
  extendedTier,
  async () => {
    const fixFor = async (reset: (value: string) => string) => {
      const change = editResponses(
        () => true,
        (response) => ({
          ...response,
          headers: response.headers.map(([name, value]) => [
            name.replace('X-RateLimit-', 'RateLimit-'),
            name === 'X-RateLimit-Reset' ? reset(value) : value,
          ]),
        }),
      );
      const { report } = await runInMemory({ change });
      return report.findings.find(({ requirement }) => requirement === 'headers.present')?.fix;
    };
    expect(await fixFor(() => '42')).toMatch(/The value of RateLimit-Reset is in seconds from now/);
    expect(await fixFor((value) => value)).toMatch(/option for the names\.$/);
  },
);
