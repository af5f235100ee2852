import type { Settings } from '../config/settings.ts';
import { createReadings, type Given, type Readings } from '../readings/readings.ts';

/** The readings of a run, live or recorded, as far as its settings say what they go by. */
export function readingsOf(
  settings: Settings,
  beside: Pick<Given, 'holdsKey' | 'proofLeftOut' | 'runMark' | 'startedAt'>,
): Readings {
  return createReadings({
    ...beside,
    base: new URL(settings.baseUrl),
    plan: settings.plan,
    description: settings.description?.document,
    listingDelayMs: settings.listDelaySeconds * 1_000,
  });
}
