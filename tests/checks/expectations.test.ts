import { expect, test } from 'vitest';
import { NotTested, notTested, type Unmet, unmet } from '../../src/checks/expectations.ts';
import { responded } from '../support/responses.ts';
import { thrown } from './thrown.ts';

const mismatch = { expected: 'one', received: 'another', cause: 'they differ' };

test('unmet throws the mismatch, with the compared exchange if there is one', () => {
  const alone = thrown(() => unmet('one', 'another', 'they differ')) as Unmet;
  expect(alone).toMatchObject({ name: 'Unmet', message: 'expected one, received another' });
  expect(alone.mismatch).toStrictEqual(mismatch);
  const comparedWith = responded({ at: 0 });
  const compared = thrown(() => unmet('one', 'another', 'they differ', comparedWith)) as Unmet;
  expect(compared.mismatch).toStrictEqual({ ...mismatch, comparedWith });
});

test('notTested throws the reason', () => {
  // Known reasons are thrown again.
  const reason = `there is none of ${performance.now()}`;
  for (const error of [thrown(() => notTested(reason)), thrown(() => notTested(reason))]) {
    expect(error).toBeInstanceOf(NotTested);
    expect(error).toMatchObject({ name: 'NotTested', message: reason });
  }
});

test('both have no stack, but later errors do', () => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 10;
  try {
    const ends = [thrown(() => unmet('one', 'another', 'they differ')), thrown(() => notTested('so'))];
    for (const end of ends) expect((end as Error).stack).not.toContain('expectations.test');
    expect(new Error('a fault').stack).toContain('expectations.test');
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});
