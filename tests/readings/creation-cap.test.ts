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

test('the cap is reached if a plain creation gets the same refusal as the one before', () => {
  const control = plain(3, 409);
  expect(reached(plain(0, 201), bare(1, 201), bare(2, 409), control)).toEqual({
    status: 409,
    created: 2,
    shownBy: control,
    isDoubtful: false,
  });
});

test('the cap is reached even if another creation is refused in between', () => {
  const late = { ...bare(2.5, 409), sentAt: 2_000, readAt: 3_500 };
  const control = { ...plain(3, 409), readAt: 4_000 };
  expect(reached(plain(0, 201), bare(1, 409), late, control)?.shownBy).toBe(control);
});

test('the cap is reached even if the control request follows at once, after a creation of any form', () => {
  const other = sent(0, 201, Buffer.from('{"description":"It sings.","name":"parrot"}'));
  expect(reached(other, plain(0.5, 201), bare(1, 409), plain(1.1, 409))).toMatchObject({ created: 2 });
});

test('a status leaves room if a plain creation succeeds after it', () => {
  const room = (...exchanges: readonly ReturnType<typeof sent>[]) => {
    const cap = createCreationCap();
    for (const exchange of exchanges) cap.see(exchange);
    return [400, 409].filter((status) => cap.hasRoomAfter(status));
  };
  expect(room(bare(0, 409), plain(1, 201))).toEqual([409]);
  expect(room(bare(0, 409), bare(1, 201), plain(2, 201))).toEqual([]);
  expect(room(plain(0, 201), plain(1, 409))).toEqual([]);
});

describe('the cap is in doubt', () => {
  const invalid = (at: number, text?: string) => sent(at, 400, Buffer.from('{}'), text);
  const capped = [bare(1, 400), plain(2, 400)];

  test('if an invalid body got the same response before', () => {
    expect(reached(plain(0, 201), invalid(0.5), ...capped)?.isDoubtful).toBe(true);
    expect(reached(plain(0, 201), invalid(0.5, 'No name.'), ...capped)?.isDoubtful).toBe(false);
    expect(reached(plain(0, 201), ...capped, invalid(3))?.isDoubtful).toBe(false);
  });

  test('or if the response comes from a cache', () => {
    const aged = responded({
      at: 2,
      status: 400,
      headers: [['Age', '0']],
      request: post(plainCategory('parrot')),
    });
    expect(reached(plain(0, 201), bare(1, 400), aged)?.isDoubtful).toBe(true);
  });

  test('and is refuted by a later category, but not by one that was in flight', () => {
    const cap = createCreationCap();
    for (const one of [plain(0, 201), ...capped, { ...plain(1.9, 201), readAt: 3_000 }]) cap.see(one);
    expect(cap.refuted()).toBeUndefined();
    expect(cap.reached()).toMatchObject({ status: 400 });
    cap.see(bare(2.1, 201));
    expect(cap.reached()).toBeUndefined();
    expect(cap.refuted()?.shownBy).toBe(capped[1]);
  });
});

describe('the cap is not reached if the control request', () => {
  test.each([
    ['is created', [plain(0, 201), bare(1, 409), plain(2, 201), bare(3, 409)]],
    ['has another status', [plain(0, 201), bare(1, 409), plain(2, 422)]],
    ['has another form', [plain(0, 201), bare(1, 409), bare(2, 409)]],
    ['did not succeed before', [bare(0, 201), bare(1, 409), plain(2, 409)]],
    ['was sent before', [plain(0, 201), { ...bare(1, 409), readAt: 9_000 }, plain(2, 409)]],
    ['is redirected', [plain(0, 201), bare(1, 307), plain(2, 307)]],
    ['is refused with 401', [plain(0, 201), bare(1, 401), plain(2, 401)]],
    ['is rate-limited', [plain(0, 201), bare(1, 429), plain(2, 429)]],
    ['fails', [plain(0, 201), bare(1, 500), plain(2, 500)]],
    ['follows only an invalid body', [plain(0, 201), sent(1, 409, Buffer.from('{}')), plain(2, 409)]],
  ])('%s', (_, exchanges) => expect(reached(...exchanges)).toBeUndefined());
});
