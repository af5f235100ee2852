import type { RunEvent } from '../../src/report/model/events.ts';
import { leaksOf } from '../support/echoes.ts';
import { everythingWritten } from '../support/written.ts';
import { trialKey } from './trial.ts';

/** Returns the parts of the key that appear in any report of a run or in its progress output. */
export async function leaksIn(events: readonly RunEvent[]): Promise<readonly string[]> {
  const report = events.flatMap((event) => (event.type === 'finished' ? [event.report] : [])).at(-1);
  if (report === undefined) return ['no report'];
  const { plain, other } = await everythingWritten(report, events);
  return leaksOf(trialKey, Object.values({ ...plain, ...other }).join('\n'));
}
