// The servers that each tool tests. They were chosen before any tool was run.
import { defects } from '../../build/reference-server/defects/index.js';
import { startReferenceServer } from '../../build/reference-server/index.js';
import { variants } from '../../build/reference-server/variants/index.js';

export const key = 'local-petstore-key';
export const reference = 'reference';

export const defectIds = [
  'list-public',
  'key-extended',
  'key-under-basic',
  'error-code-missing',
  'error-status-other',
  'malformed-500',
  'created-200',
  'created-id-text',
  'id-constant',
  'list-first-five',
  'text-emoji-500',
  'name-number-coerced',
  'body-list-imported',
  'stored-before-check',
  'headers-missing-on-401',
  'reset-in-milliseconds',
  'remaining-stands-still',
  'limit-never-enforced',
  'retry-after-missing',
  'retry-after-timestamp',
];

export const variantIds = [
  'token-bucket',
  'ids-beyond-2-53',
  'plain-text-400',
  'null-description-accepted',
  '429-page',
];

const wide = { minute: 1_000_000, day: 10_000_000 };

/**
 * Rate limits of the servers: `free` is the Free plan with a window of 6 seconds; `slow` has a window of 20 seconds, so that
 * even a tool that pauses uses up its quota; `wide` never limits.
 */
const quotas = {
  free: { plan: 'free', options: { minuteMs: 6_000 } },
  slow: { plan: 'free', options: { minuteMs: 20_000 } },
  wide: { plan: 'enterprise', options: { plans: { enterprise: wide }, anonymous: wide } },
};

/** Starts the reference server, unchanged or as a server of the gallery. Throws if the gallery has no such server. */
export function startServer(id, quota) {
  const { plan, options } = quotas[quota];
  if (id === reference) return startReferenceServer({ keys: [{ key, plan }], ...options });
  const found = [...defects, ...variants].find((one) => one.id === id);
  if (found === undefined) throw new Error(`The gallery has no server named ${id}.`);
  return startReferenceServer({ keys: [{ key, plan }], ...options, change: found.change });
}
