import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { whyEndedEarly } from '../../src/engine/ended-early.ts';
import { createJudge } from '../../src/engine/judge.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { type StopKind, Stopped } from '../../src/exchange/stopped.ts';
import type { Readings } from '../../src/readings/readings.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff } from '../support/responses.ts';

describe('a run that ends early', () => {
  const judge = () => createJudge([], freshReadings(), () => {});
  const running: Pick<Readings, 'silence'> = freshReadings();
  const why = (kind: StopKind, by = judge(), readings = running) =>
    whyEndedEarly(new Stopped(kind, 'it stopped'), by, readings);

  test.each(['limited too often', 'possible ban', 'no files left'] as const)('explains "%s"', (kind) => {
    expect(why(kind)).toBe('The run ended early: it stopped.');
  });

  test.each(['maxRequests', 'interrupted', 'target away'] as const)(
    'gives no reason for "%s", which other text explains',
    (kind) => {
      expect(why(kind)).toBeUndefined();
    },
  );

  test('because the key stays limited names the cause that the run found', () => {
    const words = (cause: string) =>
      `The run ended early: it stopped: ${cause}. Do not use the key until the operators of the server confirm which of the two it is.`;
    expect(why('still limited')).toBe(words('other clients use the key, or it is banned'));
    const broken = judge();
    broken.unmet({ requirement: 'limit.recovers', expected: 'a', received: 'b', cause: 'c' });
    expect(why('still limited', broken)).toBe(
      words('the times in Retry-After are too short (limit.recovers), or the key is banned'),
    );
  });

  const list = cutOff(0);
  const create = (text: string): Exchange => ({ ...list, request: post(Buffer.from(text)) });
  test.each<readonly [string, readonly Exchange[], boolean, string]>([
    ['one request', [list], false, '4 requests in a row failed (status 502). It stopped at GET /categories'],
    [
      'one kind of request',
      [list, list],
      true,
      '4 requests in a row failed (status 502), and the target refuses new connections. It stopped at GET /categories',
    ],
    [
      'several requests',
      [create(' {"name":1} '), create(' '), create('x'.repeat(60)), create('y'.repeat(61))],
      false,
      `4 requests in a row failed (status 502). One of the 4 requests in flight may be the cause (run with --concurrency 1 to see which): POST /categories with the body {"name":1} · POST /categories with no body · POST /categories with the body ${'x'.repeat(60)} · POST /categories with the body ${'y'.repeat(60)}…`,
    ],
  ])('because the target is away names %s', (_what, together, isRefusing, says) => {
    const stop = { count: 4, together, isRefusing, received: 'status 502' };
    const silence = { ...running.silence, stop: () => stop };
    expect(why('target away', judge(), { silence })).toBe(`The run ended early: it stopped: ${says}.`);
    expect(why('interrupted', judge(), { silence })).toBeUndefined();
  });
});
