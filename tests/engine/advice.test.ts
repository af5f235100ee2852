import { expect, test } from 'vitest';
import { adviceFor } from '../../src/engine/findings.ts';
import { ledger, requirement } from '../../src/spec/ledger.ts';
import { answered, cutOff } from '../support/answers.ts';

const meansOf = (id: string, status: number) => adviceFor(requirement(id), answered({ at: 0, status })).means;

test.each(['auth.key-missing', 'auth.key-invalid', 'auth.key-exact', 'auth.bearer-only'])(
  'of %s, who got in is told apart from who was refused with another status',
  (id) => {
    expect(meansOf(id, 200)).toBe(requirement(id).means);
    for (const status of [302, 400, 403, 404]) expect(meansOf(id, status)).toMatch(/^Nothing got in: /);
    expect(meansOf(id, 500)).toMatch(/^Nothing got in, but the server failed/);
    expect(adviceFor(requirement(id), cutOff(0)).means).toBe(meansOf(id, 500));
  },
);

test.each(['invalid.name-missing', 'invalid.name-type', 'invalid.body-empty', 'invalid.body-malformed'])(
  'of %s, what was stored is told apart from what was refused otherwise, and from a failure',
  (id) => {
    expect(meansOf(id, 201)).toBe(requirement(id).means);
    expect(meansOf(id, 422)).toMatch(/^The body was refused, but not with 400/);
    expect(meansOf(id, 500)).toMatch(/^The server fails where the client made the mistake/);
  },
);

test('no advice on the array is given where the list was refused, redirected, or failed', () => {
  const mendOf = (status: number) => adviceFor(requirement('list.ok'), answered({ at: 0, status })).mend;
  expect(mendOf(200)).toMatch(/^Return the array itself/);
  expect(mendOf(301)).toMatch(/trailing slash.*does not cure/);
  expect(mendOf(404)).toMatch(/no such route/);
  expect(mendOf(500)).toMatch(/server's log/);
  const broken = adviceFor(requirement('list.ok'), answered({ at: 0, status: 200 }), 'failed');
  expect(broken.mend).toBe(mendOf(500));
});

test('a redirect or a failure without advice of its own is told as a refusal', () => {
  const id = 'create.description-optional';
  const refused = meansOf(id, 400);
  expect(refused).toMatch(/cannot create/);
  expect([meansOf(id, 302), meansOf(id, 503)]).toEqual([refused, refused]);
});

test('a requirement without outcomes, or a finding without a request, has the advice of the requirement', () => {
  for (const row of ledger) {
    const { means, mend } = row;
    expect(adviceFor(row, undefined)).toEqual({ means, mend });
    if (row.outcomes === undefined) expect(adviceFor(row, cutOff(0))).toEqual({ means, mend });
  }
});
