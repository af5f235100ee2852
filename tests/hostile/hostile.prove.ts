import { expect, it } from 'vitest';
import { measuredNow } from '../docs/measured-page.ts';
import { writeDocuments } from '../docs/written.ts';
import { inChildRow } from '../gallery/rows/hostile.ts';
import { type Outcome, runRow } from '../gallery/run-row.ts';
import { behaviors } from './behaviors.ts';
import { type ChildEnd, maxMemoryMb } from './in-child.ts';
import { endedOf, hostileDocuments } from './page-text.ts';
import { boundOf, type CommandRun } from './trial.ts';

/** How many trials run at the same time. Each runs in its own process, so that its memory is measured separately. */
const atATime = 2;

it('tries every target and writes reports/hostile-targets.md', async () => {
  const measured = measuredNow();
  const results = new Map<string, CommandRun<ChildEnd>>();
  const outcomes = new Map<string, Outcome>();
  const left = [...behaviors];
  const work = async (): Promise<void> => {
    for (let behavior = left.shift(); behavior !== undefined; behavior = left.shift())
      outcomes.set(behavior.id, await runRow(inChildRow(behavior, (end) => results.set(behavior.id, end))));
  };
  await Promise.all(Array.from({ length: atATime }, work));

  const troubles = behaviors.flatMap((behavior) => {
    const end = results.get(behavior.id);
    if (end === undefined) return [`${behavior.id}: not tried`];
    const sentences = [
      ...(outcomes.get(behavior.id)?.complaints ?? []).map(({ expected, saw }) => `${saw}, not ${expected}`),
      ...(end.peakMb < maxMemoryMb ? [] : [`${Math.round(end.peakMb)} MB of memory`]),
      ...(end.seconds < boundOf(end.report) + startAndEnd ? [] : [`${Math.round(end.seconds)} s`]),
    ];
    return sentences.map((sentence) => `${behavior.id}: ${sentence}`);
  });
  expect(troubles).toEqual([]);
  const listed = new Map([...results].map(([id, end]) => [id, endedOf(end)]));
  writeDocuments(hostileDocuments(listed, measured));
});

/** How many seconds a process may take to start and to write its reports on a busy machine. */
const startAndEnd = 60;
