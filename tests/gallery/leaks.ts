import { trialKey } from '../../gallery/trial.ts';
import type { RunEvent } from '../../src/report/model/events.ts';
import { leaksOf } from '../support/echoes.ts';
import { everythingWritten } from '../support/written.ts';

/** What of the key can be read in any form of the report of a run, and in what was told while it went on. */
export async function leaksIn(events: readonly RunEvent[]): Promise<readonly string[]> {
  const report = events.flatMap((event) => (event.type === 'finished' ? [event.report] : [])).at(-1);
  if (report === undefined) return ['no report'];
  const { plain, other } = await everythingWritten(report, events);
  return leaksOf(trialKey, Object.values({ ...plain, ...other }).join('\n'));
}
