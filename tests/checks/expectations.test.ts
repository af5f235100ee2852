import { expect, test } from 'vitest';
import { NotExercised, notExercised, type Unmet, unmet } from '../../src/checks/expectations.ts';
import { answered } from '../support/answers.ts';

function thrown(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return expect.fail('nothing was thrown');
}

const mismatch = { expected: 'one', received: 'another', cause: 'they differ' };

test('what was not met is told, with what it was compared with where there is such', () => {
  const alone = thrown(() => unmet('one', 'another', 'they differ')) as Unmet;
  expect(alone).toMatchObject({ name: 'Unmet', message: 'expected one, received another' });
  expect(alone.mismatch).toStrictEqual(mismatch);
  const comparedWith = answered({ at: 0 });
  const compared = thrown(() => unmet('one', 'another', 'they differ', comparedWith)) as Unmet;
  expect(compared.mismatch).toStrictEqual({ ...mismatch, comparedWith });
});

test('what could not be judged is told with the reason', () => {
  const error = thrown(() => notExercised('see list.ok'));
  expect(error).toBeInstanceOf(NotExercised);
  expect(error).toMatchObject({ name: 'NotExercised', message: 'see list.ok' });
});

test('neither says where it was thrown, and a fault after them does', () => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 10;
  try {
    const ends = [thrown(() => unmet('one', 'another', 'they differ')), thrown(() => notExercised('so'))];
    for (const end of ends) expect((end as Error).stack).not.toContain('expectations.test');
    expect(new Error('a fault').stack).toContain('expectations.test');
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
});
