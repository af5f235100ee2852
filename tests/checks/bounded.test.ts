import { describe, expect, it } from 'vitest';
import { bounded, boundedCalls, lifeSigns, TooLong } from '../../src/checks/bounded.ts';
import { thrown } from './thrown.ts';

/** Returns after a second, so that a test fails instead of hanging if nothing ends it. */
function blocks(): void {
  for (const until = performance.now() + 1_000; performance.now() < until; );
}

/** Runs `act` with these listeners for Ctrl-C only, and returns the signals that the process would have got. */
function withListeners(listeners: readonly ((signal: string) => void)[], act: () => void): unknown[] {
  const others = process.listeners('SIGINT');
  const { kill } = process;
  const killed: unknown[] = [];
  process.removeAllListeners('SIGINT');
  for (const listener of listeners) process.on('SIGINT', listener);
  process.kill = (...to) => {
    killed.push(to);
    return true;
  };
  try {
    act();
  } finally {
    process.kill = kill;
    process.removeAllListeners('SIGINT');
    for (const other of others) process.on('SIGINT', other);
  }
  return killed;
}

describe('bounded custom code', () => {
  it('returns what it returns, every time', () => {
    const whose = {};
    expect([1, 'two', undefined].map((value) => bounded(whose, () => value))).toEqual([1, 'two', undefined]);
  });

  it.each([new TypeError('no'), { code: 7 }, 'a string', null, undefined])(
    'throws what it throws: %s',
    (what) => {
      const throwing = () =>
        bounded({}, () => {
          throw what;
        });
      expect(thrown(throwing)).toBe(what);
    },
  );

  it('is ended at its time limit and not called again, unlike other code', () => {
    const whose = {};
    let calls = 0;
    const endless = (): void => {
      calls++;
      blocks();
    };
    const first = thrown(() => bounded(whose, endless, 50));
    expect(first).toBeInstanceOf(TooLong);
    expect(first).toMatchObject({ name: 'TooLong', message: 'did not return within 0.05 s' });
    expect(thrown(() => bounded(whose, endless, 50))).toBe(first);
    expect(calls).toBe(1);
    expect(bounded({}, () => 'other code')).toBe('other code');
  });

  it('shows the watchdog that it runs, also inside other such code and after an exception', () => {
    const running = () => Atomics.load(lifeSigns, boundedCalls);
    const before = running();
    const seen = bounded({}, () => [running(), bounded({}, running)]);
    expect(seen).toEqual([before + 1, before + 2]);
    thrown(() => bounded({}, () => expect.fail()));
    expect(running()).toBe(before);
  });

  /** Ends as Node.js ends code at Ctrl-C. */
  const interrupted = () =>
    bounded({}, () => {
      throw Object.assign(new Error('interrupted'), { code: 'ERR_SCRIPT_EXECUTION_INTERRUPTED' });
    });

  it('is ended at Ctrl-C, which listeners get as well', () => {
    const heard: string[] = [];
    const killed = withListeners([(signal) => heard.push(signal)], () => {
      const error = thrown(interrupted);
      expect(error).toBeInstanceOf(TooLong);
      expect(error).toMatchObject({ message: 'was interrupted and did not return' });
    });
    expect([heard, killed]).toEqual([['SIGINT'], []]);
  });

  it('ends the process at Ctrl-C if nothing listens', () => {
    expect(withListeners([], () => thrown(interrupted))).toEqual([[process.pid, 'SIGINT']]);
  });
});
