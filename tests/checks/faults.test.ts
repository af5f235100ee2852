import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { TooLong } from '../../src/checks/bounded.ts';
import { NotTested, Unmet } from '../../src/checks/expectations.ts';
import {
  blamed,
  CheckFault,
  called,
  frozen,
  isHandedOrNone,
  StrayFault,
  Stuck,
  shown,
  thrownBy,
} from '../../src/checks/faults.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { Stopped } from '../../src/exchange/stopped.ts';
import { responded } from '../support/responses.ts';
import { thrown } from './thrown.ts';

const place = { from: 'guide.mjs', requirement: 'guide.etag', title: 'a rule' };

/** An error as another copy of the package throws it. */
function foreign(name: string, fields: object = {}): Error {
  return Object.assign(new Error('see there'), { name, ...fields });
}

describe('what custom code throws', () => {
  it.each([
    ['an Error', new RangeError('too far'), 'threw RangeError: too far'],
    ['a string', 'no', 'threw "no", which is not an Error'],
    ['nothing', undefined, 'threw undefined, which is not an Error'],
    ['an object that only looks like a finding', { name: 'Unmet' }, 'threw an object, which is not an Error'],
    ['code that did not return', new TooLong('did not return within 9 s'), 'did not return within 9 s'],
    [
      'a finding without its mismatch',
      foreign('Unmet'),
      'reported a finding without a cause, the third argument of unmet',
    ],
    [
      'a finding with a mismatch of null',
      foreign('Unmet', { mismatch: null }),
      'reported a finding without a cause, the third argument of unmet',
    ],
    [
      'a finding with a blank cause',
      foreign('Unmet', { mismatch: { expected: 'a', received: 'b', cause: ' ' } }),
      'reported a finding without a cause, the third argument of unmet',
    ],
    [
      'a finding compared with something else',
      foreign('Unmet', { mismatch: { expected: 'a', received: 'b', cause: 'c', comparedWith: {} } }),
      'compared a finding with something that is not an exchange: see the fourth argument of unmet',
    ],
  ])('is a fault of its file: %s', (_what, error, message) => {
    const fault = thrownBy(place, error);
    expect(fault).toBeInstanceOf(CheckFault);
    expect(fault).toMatchObject({
      name: 'CheckFault',
      requirement: 'guide.etag',
      message: `guide.mjs: guide.etag (a rule) ${message}`,
    });
  });

  it('is kept as the cause of the fault, if it is an unexpected Error', () => {
    const error = new Error('no');
    expect(thrownBy(place, error).cause).toBe(error);
    expect(thrownBy(place, 'no')).not.toHaveProperty('cause');
  });

  it('may be a reason for no judgment, of another copy of the package', () => {
    const error = thrownBy(place, foreign('NotTested'));
    expect(error).toBeInstanceOf(NotTested);
    expect(error.message).toBe('see there');
  });

  it('may be a finding, of another copy of the package, whose values become strings', () => {
    const exchange = frozen(responded({ at: 0 }));
    const mismatch = { expected: 200, received: 404, cause: 'returned 404', near: 'x' };
    const error = thrownBy(place, foreign('Unmet', { mismatch })) as Unmet;
    expect(error).toBeInstanceOf(Unmet);
    expect(error.mismatch).toStrictEqual({ expected: '200', received: '404', cause: 'returned 404' });
    const compared = foreign('Unmet', { mismatch: { ...mismatch, comparedWith: exchange } });
    expect((thrownBy(place, compared) as Unmet).mismatch.comparedWith).toBe(exchange);
  });

  it.each([
    ['a fault', new CheckFault('guide.other', 'a fault')],
    ['the end of the run', new Stopped('interrupted', 'at Ctrl-C')],
  ])('is passed on: %s', (_what, error) => {
    expect(thrownBy(place, error)).toBe(error);
  });

  it('is converted when the code is called', () => {
    expect(called(place, () => 'a result')).toBe('a result');
    const fault = thrown(() =>
      called(place, () => {
        throw new Error('no');
      }),
    );
    expect(fault).toMatchObject({ message: 'guide.mjs: guide.etag (a rule) threw Error: no' });
  });
});

describe('an uncaught exception', () => {
  const path = 'our checks/guide.mjs';
  const added = (more: object) => ({
    from: 'checks of the library',
    requirements: [{ id: 'guide.etag' }, { id: 'guide.other' }] as never,
    suite: { title: 'Our API guide', checks: [] },
    ...more,
  });
  const file = added({ from: path, file: path });
  const blame = (cause: unknown, sources = [added({ file: 'other.mjs' }), file]) =>
    blamed(new StrayFault('a stray', { cause }), sources);
  const from = (stack: string | undefined, error = new Error('no')) => Object.assign(error, { stack });

  it.each([
    ['its URL', pathToFileURL(resolve(path)).href],
    ['its path', resolve(path)],
  ])('is blamed on the file that the stack names by %s', (_what, named) => {
    const error = from(`Error: no\n  at ${named}:7:1`, new TypeError('no'));
    const fault = blame(error);
    expect(fault).toBeInstanceOf(CheckFault);
    expect(fault).toMatchObject({
      requirement: 'guide.etag',
      message: `${path} threw an uncaught exception: TypeError: no`,
      cause: error,
    });
  });

  it.each([
    ['another file', from('Error: no\n  at /elsewhere.mjs:7:1'), [file]],
    ['an Error without a stack', from(undefined), [file]],
    ['an Error, if checks are given without a file', from(`at ${resolve(path)}`), [added({})]],
    ['anything, if there are no checks', 'no', []],
    ['anything, if there are no requirements', 'no', [added({ requirements: [] })]],
  ])('is not blamed on custom checks: %s', (_what, cause, sources) => {
    expect(blame(cause, sources)).toBe(cause);
  });

  it('that is not an Error is blamed on the first custom checks: the kit throws only Errors', () => {
    expect(blame('no', [added({})])).toMatchObject({
      message: 'checks of the library threw an uncaught exception: "no"',
    });
  });

  it('of the watchdog says that the code did not return, and where', () => {
    const frames = ['at node:internal/util:6', `at ${pathToFileURL(resolve(path)).href}:7`, 'at other.mjs:8'];
    const stuck = new Stuck(10, frames);
    expect(stuck).toMatchObject({ name: 'Stuck', stack: [stuck.message, ...frames].join('\n') });
    expect(stuck.message).toBe(`did not return within 10 s after an await, ${frames[1]}`);
    expect(blame(stuck)).toMatchObject({ message: `${path} ${stuck.message}` });
    expect(new Stuck(1, ['at node:fs:1']).message).toMatch(/after an await, at an unknown place$/);
  });

  it('has a name', () => {
    expect(new StrayFault('a stray').name).toBe('StrayFault');
  });
});

describe('an exchange for custom code', () => {
  const fields: readonly (readonly [what: string, change: (exchange: never) => void])[] = [
    ['a field', (exchange: { id: number }) => void exchange.id++],
    ['the request', (exchange: Exchange) => Object.assign(exchange.request, { path: '/' })],
    [
      'a header',
      ({ outcome }: ReturnType<typeof responded>) => Object.assign(outcome.response.headers[0] ?? {}, ['a']),
    ],
  ];

  it.each(fields)('cannot be changed: %s', (_what, change) => {
    const exchange = frozen(responded({ at: 0, headers: [['ETag', '"1"']], body: '[]' }));
    expect(() => change(exchange as never)).toThrow(TypeError);
  });

  it('is the same one, with the bytes of its body', () => {
    const exchange = responded({ at: 0, body: '[]' });
    expect(frozen(exchange)).toBe(exchange);
    expect(frozen(exchange)).toBe(exchange);
    expect(String(exchange.outcome.response.body)).toBe('[]');
  });

  it('is one that findings may show, unlike a copy', () => {
    const exchange = frozen(responded({ at: 0 }));
    const values = [exchange, undefined, { ...exchange }, null, 1, 'an exchange'];
    expect(values.map(isHandedOrNone)).toEqual([true, true, false, false, false, false]);
  });
});

it.each([
  ['a'.repeat(60), `"${'a'.repeat(60)}"`],
  ['a'.repeat(61), `"${'a'.repeat(60)}…"`],
  [[1], 'a list'],
  [{}, 'an object'],
  [() => {}, 'a function'],
  [null, 'null'],
  [7, '7'],
])('%# values in messages are brief', (value, text) => {
  expect(shown(value)).toBe(text);
});
