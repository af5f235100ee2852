import { expectRows } from './expect-rows.ts';
import { strangerRows } from './rows/strangers.ts';

/** The slowest server takes 1.5 s for each response. */
const longestMs = 300_000;

// Their windows last seconds, and other processes may hold a run up that long.
expectRows({ quick: [], extended: strangerRows }, { concurrent: true, retry: 2, timeout: longestMs });
