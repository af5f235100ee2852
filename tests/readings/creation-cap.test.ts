import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { plainCategory } from '../../src/payloads/valid.ts';
import { createCreationCap } from '../../src/readings/post-stops.ts';
import { responded } from '../support/responses.ts';

const sent = (at: number, status: number, body: Uint8Array, text = '{}') =>
  responded({ at, status, body: text, request: post(body) });
const plain = (at: number, status: number) => sent(at, status, plainCategory('parrot'));
const bare = (at: number, status: number) => sent(at, status, Buffer.from('{"name":"parrot"}'));

function reached(...exchanges: Parameters<ReturnType<typeof createCreationCap>['see']>[0][]) {
  const cap = createCreationCap();
  for (const exchange of exchanges) cap.see(exchange);
  return cap.reached();
}

describe('the cap is not reached if the control request', () => {
  test.each([
    ['is created', [plain(0, 201), bare(1, 409), plain(2, 201), bare(3, 409)]],
    ['has a different status', [plain(0, 201), bare(1, 409), plain(2, 422)]],
    ['has a different form', [plain(0, 201), bare(1, 409), bare(2, 409)]],
    ['did not succeed before', [bare(0, 201), bare(1, 409), plain(2, 409)]],
    ['was sent before', [plain(0, 201), { ...bare(1, 409), readAt: 9_000 }, plain(2, 409)]],
    ['is redirected', [plain(0, 201), bare(1, 307), plain(2, 307)]],
    ['is refused with 401', [plain(0, 201), bare(1, 401), plain(2, 401)]],
    ['is rate-limited', [plain(0, 201), bare(1, 429), plain(2, 429)]],
    ['fails', [plain(0, 201), bare(1, 500), plain(2, 500)]],
    ['follows only an invalid body', [plain(0, 201), sent(1, 409, Buffer.from('{}')), plain(2, 409)]],
  ])('%s', (_, exchanges) => expect(reached(...exchanges)).toBeUndefined());
});
