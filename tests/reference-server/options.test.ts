import { expect, test } from 'vitest';
import { type ReferenceServerOptions, startReferenceServer } from '../../reference-server/index.ts';
import { KEY, started } from './talk.ts';

const keys: ReferenceServerOptions['keys'] = [{ key: KEY, plan: 'free' }];

test.each<[string, ReferenceServerOptions]>([
  ['saw port -1. Give 0 to 65535.', { keys, port: -1 }],
  ['saw port 1.5. Give 0 to 65535.', { keys, port: 1.5 }],
  ['saw no key. Give at least one in keys.', { keys: [] }],
  ['saw a key twice. Give each key once.', { keys: [...keys, ...keys] }],
  ['saw keys[0] that is no bearer token.', { keys: [{ key: 'a b', plan: 'free' }] }],
  [
    'saw a key on plan enterprise without numbers. Give plans.enterprise.',
    { keys: [{ key: 'a', plan: 'enterprise' }] },
  ],
  ['saw plans.free.minute 0. Give 1 to', { keys, plans: { free: { minute: 0, day: 1 } } }],
  ['saw minuteMs 0. Give 1 to', { keys, minuteMs: 0 }],
  ['saw dayMs 1000. Give 60000 to', { keys, dayMs: 1_000 }],
  ['saw seed id 9223372036854775808. Give an int64.', { keys, seed: [{ id: 2n ** 63n, name: 'a' }] }],
  [
    'saw seed id 9007199254740992. Give whole numbers, beyond 2^53 as bigint.',
    { keys, seed: [{ id: 2 ** 53, name: 'a' }] },
  ],
  [
    'saw seed id 1 twice. Give each id once.',
    {
      keys,
      seed: [
        { id: 1, name: 'a' },
        { id: 1n, name: 'b' },
      ],
    },
  ],
  ['saw ban.after NaN. Give 0 to', { keys, ban: { after: Number.NaN, lastsMs: 1 } }],
  ['saw headTimeoutMs 500 above requestTimeoutMs 100.', { keys, headTimeoutMs: 500, requestTimeoutMs: 100 }],
])('A server does not start where it %s', async (message, options) => {
  const start = startReferenceServer(options);
  await expect(start).rejects.toThrow(TypeError);
  await expect(start).rejects.toThrow(`Failed to start the reference server: ${message}`);
});

test('A server does not start on a port in use', async () => {
  const { port } = await started();
  await expect(startReferenceServer({ keys, port })).rejects.toThrow(
    /^Failed to start the reference server: saw .*EADDRINUSE/,
  );
});

test('A key never stands in a message', async () => {
  await expect(startReferenceServer({ keys: [{ key: 'very secret', plan: 'free' }] })).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});
