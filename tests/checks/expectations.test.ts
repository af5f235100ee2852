import { expect, test } from 'vitest';
import { type Unmet, unmet } from '../../src/checks/expectations.ts';
import { responded } from '../support/responses.ts';
import { thrown } from './thrown.ts';

const mismatch = { expected: 'one', received: 'another', cause: 'they differ' };

test('unmet throws the mismatch, and includes the compared exchange if there is one', () => {
  const alone = thrown(() => unmet('one', 'another', 'they differ')) as Unmet;
  expect(alone).toMatchObject({ name: 'Unmet', message: 'expected one, received another' });
  expect(alone.mismatch).toStrictEqual(mismatch);
  const comparedWith = responded({ at: 0 });
  const compared = thrown(() => unmet('one', 'another', 'they differ', { comparedWith })) as Unmet;
  expect(compared.mismatch).toStrictEqual({ ...mismatch, comparedWith });
});
