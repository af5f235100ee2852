import { expect, it } from 'vitest';
import { measuredNow, writeDocuments } from '../docs/written.ts';
import { behaviours } from './behaviours.ts';
import { type ChildEnd, inChild, maxMemoryMb } from './in-child.ts';
import { endedOf, hostileDocuments } from './page-text.ts';
import { unkept } from './statement.ts';
import { boundOf, type Trial, trial } from './trial.ts';

/** Trials at a time: each runs in its own process, and its memory is measured, not its time. */
const atATime = 2;

it('tries every target and writes docs/hostile-targets.md', async () => {
  const ends = new Map<string, Trial & ChildEnd>();
  const left = [...behaviours];
  const work = async (): Promise<void> => {
    for (let behaviour = left.shift(); behaviour !== undefined; behaviour = left.shift())
      ends.set(behaviour.id, await trial(behaviour, inChild));
  };
  await Promise.all(Array.from({ length: atATime }, work));

  const troubles = behaviours.flatMap((behaviour) => {
    const end = ends.get(behaviour.id);
    if (end === undefined) return [`${behaviour.id}: not tried`];
    const sentences = [
      ...unkept(behaviour, end),
      ...(end.peakMb < maxMemoryMb ? [] : [`${Math.round(end.peakMb)} MB of memory`]),
      ...(end.seconds < boundOf(end.report) + startAndEnd ? [] : [`${Math.round(end.seconds)} s`]),
    ];
    return sentences.map((sentence) => `${behaviour.id}: ${sentence}`);
  });
  expect(troubles).toEqual([]);
  const listed = new Map([...ends].map(([id, end]) => [id, endedOf(end)]));
  writeDocuments(hostileDocuments(listed, measuredNow()));
});

/** Seconds that a process may need to start and to write its reports on a busy machine. */
const startAndEnd = 60;
