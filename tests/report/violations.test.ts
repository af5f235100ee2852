import { expect, it } from 'vitest';
import { editResponses, withStatus } from '../../reference-server/changes/edits.ts';
import { mapHeader } from '../../reference-server/changes/headers.ts';
import type { Change } from '../../reference-server/index.ts';
import { entriesOf } from '../../src/report/content.ts';
import { violationsOf } from '../../src/report/violations.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Returns the ids of each violation that a run finds in a server with this change. */
async function violationIds(change: Change, only: string): Promise<readonly string[]> {
  const { report } = await runInMemory({ change }, { only, exhaust: false });
  const failures = violationsOf(entriesOf(report)).filter(({ kind }) => kind === 'failure');
  return failures.map(({ ids }) => ids.toSorted().join(' '));
}

it('shows 400s instead of 401s everywhere as one violation', async () => {
  // Hono's bearerAuth does this.
  const change = editResponses(withStatus(401), (response) => ({ ...response, status: 400 }));
  expect(await violationIds(change, 'auth.*')).toEqual([
    'auth.bearer-only auth.key-exact auth.key-invalid auth.key-missing',
  ]);
});

it('shows a wrong Content-Type as one violation', async () => {
  // net/http guesses the Content-Type if it is set after WriteHeader.
  const change = editResponses(
    () => true,
    (response) => mapHeader(response, 'Content-Type', () => 'text/plain; charset=utf-8'),
  );
  expect(await violationIds(change, 'list.*,create.*,errors.*')).toEqual([
    'create.media-type errors.media-type list.media-type',
  ]);
});
