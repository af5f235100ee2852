import { expect, test } from 'vitest';
import { type ReferenceServerOptions, startReferenceServer } from '../../reference-server/index.ts';
import { KEY, started } from './talk.ts';

const keys: ReferenceServerOptions['keys'] = [{ key: KEY, plan: 'free' }];

test.each<[string, ReferenceServerOptions]>([
  ['port is -1. Use 0 to 65535.', { keys, port: -1 }],
  ['port is 1.5. Use 0 to 65535.', { keys, port: 1.5 }],
  ['there are no keys. Add at least one to keys.', { keys: [] }],
  ['a key is listed twice. List each key once.', { keys: [...keys, ...keys] }],
  ['keys[0] is not a key.', { keys: [{ key: 'a b', plan: 'free' }] }],
  [
    'a key uses plan enterprise, which has no numbers. Set plans.enterprise.',
    { keys: [{ key: 'a', plan: 'enterprise' }] },
  ],
  ['plans.free.minute is 0. Use 1 to', { keys, plans: { free: { minute: 0, day: 1 } } }],
  ['minuteMs is 0. Use 1 to', { keys, minuteMs: 0 }],
  ['dayMs is 1000. Use 60000 to', { keys, dayMs: 1_000 }],
  ['ban.after is NaN. Use 0 to', { keys, ban: { after: Number.NaN, lastsMs: 1 } }],
  [
    'headTimeoutMs (500) is greater than requestTimeoutMs (100).',
    { keys, headTimeoutMs: 500, requestTimeoutMs: 100 },
  ],
])('A server does not start: %s', async (message, options) => {
  const start = startReferenceServer(options);
  await expect(start).rejects.toThrow(TypeError);
  await expect(start).rejects.toThrow(`Cannot start the reference server: ${message}`);
});

test('A server does not start on a port in use', async () => {
  const { port } = await started();
  await expect(startReferenceServer({ keys, port })).rejects.toThrow(
    /^Cannot start the reference server: .*EADDRINUSE/,
  );
});

test('No error message contains a key', async () => {
  await expect(startReferenceServer({ keys: [{ key: 'very secret', plan: 'free' }] })).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  );
});
