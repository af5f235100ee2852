import { afterAll, beforeAll, expect } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../reference-server/index.ts';
import { conformance } from '../../src/vitest/index.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { trialKey } from '../gallery/trial.ts';

// Runs the kit's suites as users do. The kit and the server share a virtual clock, so waits take no time.
const clock = createSharedClock();
let server: ReferenceServer;

beforeAll(async () => {
  server = await startReferenceServer({ keys: [{ key: trialKey, plan: 'free' }], clock });
});
afterAll(() => server.close());

conformance(() => server.url, {
  name: 'the reference server',
  key: trialKey,
  plan: 'free',
  clock,
  onReport({ requests, verdict: { counts } }) {
    expect(counts).toMatchObject({ fail: 0, warn: 0, 'not tested': 0 });
    expect(counts.pass).toBeGreaterThan(35);
    expect(requests.rateLimited).toBeGreaterThan(0);
  },
});
