import { setMaxListeners } from 'node:events';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { StrayFault } from '../checks/faults.ts';
import { printable, shown } from '../text/shown.ts';
import { delivered, leave, onStopSignal, onStray } from './leaving.ts';
import { faultText, type Surroundings } from './surroundings.ts';

/** What can end a command before it is finished: a stop signal, or code that throws or loops where nobody can catch it. */
export interface Watch {
  readonly signal: AbortSignal;
  /** Returns the exit status, which is not 0 if something was thrown after the report was made. */
  readonly statusAfter: (status: number) => Promise<number>;
  readonly end: () => Promise<void>;
}

/** How long a run may take to end after custom code was interrupted, in ms. */
const longestEndMs = 5_000;

/**
 * Watches a command that makes a report, from before the report is begun until it is written. Aborts `signal` at the first
 * stop signal, after calling `onStop`, and for a `StrayFault`. A second stop signal ends the process with status 130.
 */
export async function watchCommand(
  added: readonly AddedChecks[],
  surroundings: Surroundings,
  onStop: () => void,
): Promise<Watch> {
  const { stderr } = surroundings;
  const abort = new AbortController();
  // Each request in flight listens to it.
  setMaxListeners(0, abort.signal);
  const strays: unknown[] = [];
  const take = (error: unknown): void => {
    strays.push(error);
    abort.abort(new StrayFault('something threw where nobody could catch it', { cause: error }));
  };
  const letStray = onStray(take);
  const stopListening = onStopSignal(() => {
    onStop();
    abort.abort(new Error('the run was interrupted'));
  });
  let giveUp: NodeJS.Timeout | undefined;
  const watchdog = added.length === 0 ? undefined : await import('../checks/watchdog.ts');
  const stopWatchdog = watchdog?.startWatchdog((error) => {
    // Ctrl-C during the interrupted code comes first.
    void delivered().then(() => take(error));
    // What waited behind the interrupted code may be lost, and with it the end of the run.
    giveUp ??= setTimeout(() => {
      stderr.write(
        shown`petstore-conformance: a custom check ${printable(surroundings.redact(error.message))}. No report could be made.\n`,
      );
      leave(3);
    }, longestEndMs);
  });
  return {
    signal: abort.signal,
    async statusAfter(status) {
      await delivered();
      if (status !== 0 || strays.length === 0) return status;
      stderr.write(faultText(strays[0], surroundings));
      return 3;
    },
    async end() {
      await delivered();
      stopListening();
      letStray();
      stopWatchdog?.();
      clearTimeout(giveUp);
    },
  };
}
