import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { behaviours, themes } from './behaviours.ts';
import { type ChildEnd, inChild, mostMemoryMb } from './in-child.ts';
import { pageOf } from './page-text.ts';
import { unkept } from './statement.ts';
import { boundOf, type Trial, trial } from './trial.ts';

/** Trials at a time: each has a process of its own, and memory is looked at, not time. */
const atATime = 2;

it('Every behaviour is tried, and docs/hostile-targets.md says how the kit ended', async () => {
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
      ...(end.peakMb < mostMemoryMb ? [] : [`${Math.round(end.peakMb)} MB of memory`]),
      ...(end.seconds < boundOf(end.report) + startAndEnd ? [] : [`${Math.round(end.seconds)} s`]),
    ];
    return sentences.map((sentence) => `${behaviour.id}: ${sentence}`);
  });
  expect(troubles).toEqual([]);
  writeFileSync(new URL('../../docs/hostile-targets.md', import.meta.url), pageOf(themes, ends));
});

/** What a process may take to begin, and to write its reports, on a busy machine, in seconds. */
const startAndEnd = 60;
