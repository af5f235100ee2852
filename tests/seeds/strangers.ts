import { expectStrangers } from '../strangers/expect-strangers.ts';
import { strangers } from '../strangers/table.ts';
import { seedsForDefects } from './runs.ts';

/** The runs take real time. On a busy machine, the last seeds are skipped. */
const withinSeconds = 1_800;

for (const seed of seedsForDefects) expectStrangers(strangers, { seed, withinSeconds, retry: 2 });
