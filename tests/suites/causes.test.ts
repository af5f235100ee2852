import { describe, expect, it } from 'vitest';
import {
  editFields,
  editOperation,
  editResponses,
  responsesOf,
} from '../../reference-server/changes/edits.ts';
import type { Change } from '../../reference-server/index.ts';
import { checkNewCategory } from '../../reference-server/new-category.ts';
import { errorReply, problem } from '../../reference-server/problem.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Returns the finding of a requirement for a server with these changes. */
async function findingOf(requirement: string, ...change: readonly Change[]) {
  const { report } = await runInMemory({ change }, { exhaust: false });
  return report.findings.find((one) => one.requirement === requirement) ?? expect.fail('no finding');
}

describe('a list that fails after a number was stored as a name', () => {
  const broken = (status: number, body = '{}') => {
    let isBroken = false;
    return [
      editFields((fields) => {
        if (typeof fields['name'] !== 'number') return undefined;
        isBroken = true;
        return checkNewCategory({ ...fields, name: String(fields['name']) });
      }),
      editResponses(
        (response, visit) => isBroken && responsesOf('listCategories', 200)(response, visit),
        (response) => ({ ...response, status, body: Buffer.from(body) }),
      ),
    ];
  };

  it('has a finding that names the failed body, together with the first stored body', async () => {
    const { context, comparedWith } = await findingOf('list.ok', ...broken(500));
    expect(context).toMatch(/^after one of the bodies .*“name is zero”/);
    expect(comparedWith?.exchange.response?.status).toBe(201);
  });

  it('has a finding without a body if a different status or value is returned', async () => {
    for (const [status, body] of [
      [404, '{}'],
      [200, '{"statusCode":401,"body":"x"}'],
    ] as const) {
      const { context, comparedWith, received } = await findingOf('list.ok', ...broken(status, body));
      expect([context, comparedWith]).toEqual([undefined, undefined]);
      expect(received).toMatch(status === 404 ? /404/ : /"statusCode": 401, .* \(a Lambda integration\)/);
    }
  });
});

it('the finding quotes the message of a server that refuses a valid creation', async () => {
  const refuse = (message: string) =>
    editOperation('createCategory', ({ parts }) =>
      errorReply(problem(422, 'refused', message), parts.errorJson, []),
    );
  const { received, cause } = await findingOf('create.created', refuse('Name is reserved.'));
  expect([received, cause]).toEqual([
    expect.stringMatching(/^status 422 .*“Name is reserved\.”$/),
    'returned 422',
  ]);
  expect((await findingOf('create.created', refuse('é'.repeat(300)))).received).toMatch(/“é{200}”$/);
});
