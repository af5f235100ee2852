import { expect, it } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editOperation } from '../../reference-server/changes/edits.ts';
import { errorReply, problem } from '../../reference-server/problem.ts';
import { valuesOf } from '../../reference-server/response.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Refuses a media type with capital letters, which only every other seed sends. */
const lowerCaseOnly: Change = editOperation('createCategory', (visit, serve) =>
  valuesOf(visit.incoming.headers, 'Content-Type').join() === 'Application/JSON'
    ? errorReply(
        problem(415, 'media_type_unsupported', 'It must be application/json.'),
        visit.parts.errorJson,
      )
    : serve(visit),
);

/** Never responds to a body that is sent in chunks. */
const silentOnChunks: Change = editOperation('createCategory', (visit, serve) =>
  valuesOf(visit.incoming.headers, 'Transfer-Encoding').length > 0
    ? new Promise<never>(() => {})
    : serve(visit),
);

it.each([
  [1, ['create.content-type: Application/JSON: returned 415']],
  [20261130, ['create.content-type: Application/JSON: returned 415']],
  [2, []],
  [20261129, []],
])(
  'with the seed %i, a run against a server that refuses Application/JSON finds %j',
  async (seed, expected) => {
    const { report } = await runInMemory({ change: lowerCaseOnly }, { seed });
    expect(report.findings.map(({ signature }) => signature)).toEqual(expected);
    expect(report.verdict.outcome).toBe('conforms');
  },
);

it('a server that never responds to a chunked body still gets the other creations, and the report warns', async () => {
  const settings = { timeoutSeconds: 0.2, exhaust: false, only: 'create.*' };
  const { report } = await runInMemory({ change: silentOnChunks }, settings);
  expect(report.findings.map(({ signature }) => signature)).toEqual([
    'create.content-type: Transfer-Encoding: chunked: no response (timeout)',
  ]);
  expect(report.requirements.find(({ id }) => id === 'create.text')?.verdict).toBe('pass');
});
