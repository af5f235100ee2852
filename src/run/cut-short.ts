import type { Judge } from '../judge/judge.ts';
import type { Stopped } from '../pacing/stopped.ts';
import { plainListsFor } from '../spec/ledger.ts';

/** Why a run that began well could not go on; a budget that is spent is no such reason. */
export function whyCutShort({ kind, message }: Stopped, judge: Judge): string | undefined {
  if (kind === 'still limited') return `The run was cut short: ${message}${stillLimited(judge)}`;
  if (kind === 'limited too often') return `The service could not be tested to the end: ${message}.`;
  const cutShort = ['possible ban', 'target gone', 'no files left'].includes(kind);
  return cutShort ? `The run was cut short: ${message}.` : undefined;
}

/** Others are blamed only where the run has not shown that nobody else used the key, which `limit.recovers` has. */
function stillLimited(judge: Judge): string {
  const why =
    judge.tally(plainListsFor.recovery).causes.size > 0
      ? 'the times in Retry-After are too short (limit.recovers), or the key is banned by now'
      : 'others use the key, or it is banned';
  return `: ${why}. Use the key for nothing until those who run the service say which.`;
}
