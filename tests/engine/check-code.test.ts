import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import { type Act, createMaker, runCode } from '../../src/engine/check-code.ts';

const idleMs = 30;
const idle = 'did not finish: it was idle for 0.03 s (--timeout), without a request or a wait';
const never = () => new Promise<never>(() => {});
const noRelease = () => () => {};

/** Runs code, and returns the message of its error. */
const endOf = (run: (act: Act) => unknown, timeoutMs = 60_000, release = noRelease) =>
  runCode(run as (act: Act) => Promise<void>, timeoutMs, release).then(
    () => 'it returned',
    (error: Error) => error.message,
  );

describe('the code of a check', () => {
  test.each<readonly [string, (act: Act) => unknown, string]>([
    ['returns', async () => {}, 'it returned'],
    ['returns something other than a promise', () => 7, 'it returned'],
    ['rejects', () => Promise.reject(new RangeError('too far')), 'too far'],
    ['rejects with undefined', () => Promise.reject(), 'rejected with undefined'],
    [
      'throws at once',
      () => {
        throw new RangeError('too far');
      },
      'too far',
    ],
    [
      'does not await its request',
      (act) => void act(never),
      'ended before its requests: is an `await` missing?',
    ],
    [
      'catches the error of a request, and keeps trying',
      async (act) => {
        for (;;) await act(() => Promise.reject(new Error('no more'))).catch(() => {});
      },
      'no more',
    ],
  ])('ends when it %s', async (_what, run, message) => {
    expect(await endOf(run)).toBe(message);
  });

  test.each<readonly [string, (act: Act) => Promise<void>]>([
    ['from its start', never],
    [
      'after a request',
      async (act) => {
        await act(() => turn());
        await never();
      },
    ],
  ])('counts as not finished if it does nothing %s', async (_when, run) => {
    expect(await endOf(run, idleMs)).toBe(idle);
  });

  test('counts as busy while one of its requests is in flight', async () => {
    const run = (act: Act) => Promise.all([act(() => delay(0)), act(() => delay(3 * idleMs))]);
    expect(await endOf(run, idleMs)).toBe('it returned');
  });

  test('has no effect after the check ends', async () => {
    let acts = 0;
    let goOn = (): void => {};
    const run = async (act: Act) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await act(async () => acts++);
    };
    expect(await endOf(run, idleMs)).toBe(idle);
    goOn();
    await turn();
    expect(acts).toBe(0);
  });

  test('leaves no timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await endOf((act) => act(() => turn()));
    await endOf(() => Promise.reject(new Error('no')));
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('runs without signal listeners, which exist only during its requests and afterwards', async () => {
    let released = 0;
    const seen: number[] = [];
    const release = () => {
      released++;
      return () => {
        released--;
      };
    };
    const run = async (act: Act) => {
      seen.push(released);
      await act(async () => {
        await turn();
        seen.push(released);
      });
      seen.push(released);
    };
    await endOf(run, 60_000, release);
    expect([...seen, released]).toEqual([1, 0, 1, 0]);
  });
});

test('a request gets its mark from the name in its body, unless the request already has one', () => {
  let names = 0;
  const maker = createMaker({ name: () => `pet-${++names}`, random: () => 0, turn: 0 }, noRelease);
  const [first, second] = [maker.name(), maker.name()];
  const markOf = (...given: Parameters<typeof post>) => maker.made(() => post(...given)).mark;
  expect(markOf({ name: second })).toBe('pet-2');
  expect(markOf({ name: first }, { mark: 'mine' })).toBe('mine');
  expect(markOf({ name: 'another' })).toBeUndefined();
  expect(maker.made(() => post({ name: 'another' }))).not.toHaveProperty('mark');
});
