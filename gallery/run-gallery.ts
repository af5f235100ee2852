import type { RunContext } from '../src/engine/session.ts';
import { type Entry, settingsFor } from './entry.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { runTrial, type Trial } from './trial.ts';

/** How many servers are up at a time: a run waits for its answers more than it computes. */
const atATime = 4;

export interface GalleryContext {
  /** Called after each server, in the order in which they end. */
  readonly ended?: (outcome: Outcome) => void;
}

interface EntryContext extends Pick<RunContext, 'listen'> {
  /** How a run is made; `runTrial`, unless another way is given. */
  readonly trial?: typeof runTrial;
  /** Called with the run and what the server counted of it. */
  readonly tried?: (trial: Trial) => void;
}

/** Runs the kit against each entry, several at a time; resolves with the outcomes of those that were run, in order. */
export async function runGallery(
  entries: readonly Entry[],
  { ended }: GalleryContext = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = entries.entries();
  const work = async (): Promise<void> => {
    for (const [index, entry] of waiting) {
      const outcome = await runEntry(entry);
      outcomes[index] = outcome;
      ended?.(outcome);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return outcomes.filter((outcome) => outcome !== undefined);
}

/**
 * Runs the kit against one server of the gallery, as the command would. What was under way when a 429 was read
 * could not be called back: where the server counted such a request, the run is made once more, one at a time.
 * `listen` and `tried` hear of the first run.
 */
export async function runEntry(
  entry: Entry,
  { listen, tried, trial = runTrial }: EntryContext = {},
): Promise<Outcome> {
  const server = { change: entry.server.change };
  const settings = settingsFor(entry);
  const first = await trial(server, settings, listen === undefined ? {} : { listen });
  tried?.(first);
  const { whileAnyLimited } = first.counted;
  const { concurrency } = first.report.configuration;
  if (whileAnyLimited === 0 || whileAnyLimited >= concurrency)
    return outcomeOf(entry, first, whileAnyLimited);
  const oneAtATime = await trial(server, { ...settings, concurrency: 1 });
  return outcomeOf(entry, first, oneAtATime.counted.whileAnyLimited);
}
