import { expect, it } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import type { Visit } from '../../reference-server/parts.ts';
import { type HttpResponse, valuesOf } from '../../reference-server/response.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Changes the status to the one that `statusOf` selects, based on the operation and the headers of the request. */
const returning = (
  statusOf: (operation: string, header: (name: string) => string) => number | undefined,
): Change =>
  editResponses(
    () => true,
    (response: HttpResponse, { route, incoming }: Visit) => {
      const operation = route.kind === 'operation' ? route.operation : 'elsewhere';
      const status = statusOf(operation, (name) => valuesOf(incoming.headers, name).join());
      return status === undefined ? response : { ...response, status };
    },
  );

/** The settings of a run that tests only these requirements, without the proof of the limit. */
const alone = { only: 'http.server-errors,auth.key-missing', exhaust: false } as const;

const findingsOf = async (change: Change, settings = {}) => {
  const { report } = await runInMemory({ change }, { ...alone, ...settings });
  return report.findings
    .filter(({ requirement }) => ['http.server-errors', 'auth.key-missing'].includes(requirement))
    .map(({ signature }) => signature);
};

it('reports a finding for each status and request', async () => {
  const failing = returning((operation, header) => {
    if (operation === 'elsewhere') return 502;
    if (operation === 'getPet') return 500;
    if (operation === 'listOrders') return 501;
    return header('Content-Type') === 'text/plain' ? 500 : undefined;
  });
  expect((await findingsOf(failing)).sort()).toEqual([
    'http.server-errors: GET /pets/{petId} returned 500',
    'http.server-errors: POST /categories (another media type) returned 500',
    'http.server-errors: an unlisted path returned 502',
  ]);
});

it('reports a 5xx to a request without the key only if no other request shows it', async () => {
  const withoutKey = (withKey: number | undefined) =>
    returning((operation, header) => {
      if (operation !== 'getPet') return undefined;
      return header('Authorization') === '' ? 500 : withKey;
    });
  expect(await findingsOf(withoutKey(404))).toEqual(['http.server-errors: GET /pets/{petId} returned 500']);
  expect(await findingsOf(withoutKey(500))).toEqual(['http.server-errors: GET /pets/{petId} returned 500']);
  expect(await findingsOf(withoutKey(undefined))).toEqual(['auth.key-missing: returned 500']);
});
