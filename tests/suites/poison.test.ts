import { expect, test } from 'vitest';
import { probesOf } from '../../src/checks/built-in.ts';
import { poisonBodies } from '../../src/payloads/unstated.ts';
import refusing from '../../suites/refusing.ts';
import { checked } from './checked.ts';
import { json } from './sound-service.ts';

const title = 'bodies that a faulty service may store and choke on, up to the first that it does choke on';

test('after each body the list shows what became of the service', async () => {
  const { said, sent } = await checked(refusing, title, ({ method }) =>
    method === 'GET' ? json(200, []) : json(400, {}),
  );
  expect(said).toBe('met');
  expect(sent.map(({ purpose }) => purpose)).toEqual(
    poisonBodies.flatMap(({ name }) => [name, `the list after ${name}`]),
  );
  const [first, list] = sent;
  expect(first?.request).toMatchObject({ method: 'POST', mark: 'kitaaaa', presentation: 'bearer' });
  expect(first?.request.body).toEqual(poisonBodies[0]?.body('kitaaaa'));
  expect(list?.request).toMatchObject({ method: 'GET', operation: 'listCategories' });
});

test('nothing more is sent once the list is no longer given', async () => {
  let lists = 0;
  const { said, sent } = await checked(refusing, title, ({ method }) =>
    method === 'GET' && ++lists === 2 ? { status: 500 } : json(method === 'GET' ? 200 : 201, []),
  );
  expect(said).toBe('met');
  // A list that looks broken is read twice.
  expect(sent.map(({ purpose }) => purpose).slice(-2)).toEqual([
    `the list after ${poisonBodies[1]?.name}`,
    title,
  ]);
});

test('only what may well be accepted is counted as a creation', () => {
  const creating = refusing.members.flatMap((member) =>
    member.kind === 'check' ? probesOf(member).map(({ needs }) => needs.creates ?? 0) : [],
  );
  expect(creating).toEqual(poisonBodies.flatMap(({ creates }) => [creates ? 1 : 0, 0]));
});
