import { entries, settingsFor } from '../dist/src/gallery/entry.js';
import { rowsWith } from '../dist/src/gallery/outcome.js';
import { runTrial } from '../dist/src/gallery/trial.js';

/** Servers that are up at a time: a run waits for its answers more than it computes. */
const atATime = 4;

/**
 * How many defects of the gallery a run of at most so many requests finds: at least one of the rows that the defect
 * breaks fails or warns. In shared virtual time, on the loopback. What is asked for in `thorough` alone is left out.
 */
export async function foundWithin(maxRequests) {
  const defects = entries.filter(
    ({ kind, server }) => kind === 'defect' && !server.needs?.includes('thorough'),
  );
  const waiting = defects.values();
  let found = 0;
  const work = async () => {
    for (const entry of waiting) {
      const { change, requirements } = entry.server;
      const { report } = await runTrial({ change }, { ...settingsFor(entry), maxRequests });
      if (rowsWith(report, 'fail', 'warn').some((id) => requirements.includes(id))) found++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return { maxRequests, found, all: defects.length };
}
