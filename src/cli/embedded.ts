import { randomBytes } from 'node:crypto';
import { startReferenceServer } from '../../reference-server/index.ts';
import type { RunSettings } from '../config/settings.ts';

/** A minute of the embedded server: short, for the whole wait of a run is one of these. */
const minuteMs = 4_000;
const dayMs = 600_000;

/**
 * Starts the reference server on a free port of the loopback, with a key of its own, for one run. `note` tells the user, so
 * that nobody takes this for a test of their own service.
 */
export async function startEmbedded(given: RunSettings, keyUnused: boolean) {
  const plan = given.plan ?? 'free';
  const key = randomBytes(24).toString('base64url');
  const server = await startReferenceServer({
    keys: [{ key, plan }],
    plans: { enterprise: enterpriseLimits },
    minuteMs,
    dayMs,
  });
  const unused = keyUnused ? '; PETSTORE_API_KEY is not used' : '';
  return {
    settings: { ...given, baseUrl: server.url, key, plan },
    note:
      `No --base-url: testing the reference server that comes with the kit, at ${server.url} ` +
      `(plan ${plan}, its minute lasts ${minuteMs / 1_000} s${unused}).`,
    close: () => server.close(),
  };
}

/** Enterprise numbers are a contract between two parties; these stand in for one on the reference server. */
export const enterpriseLimits = { minute: 600, day: 200_000 };
