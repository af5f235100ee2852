import { env } from 'node:process';
import { commit } from '../support/commit.ts';
import { divideByCommit } from '../support/tiers.ts';
import { expectRows } from './expect-rows.ts';
import { strangerRows } from './rows/strangers.ts';

/** They take real time, so the commit selects an eighth. `npm run gallery -- --family strangers` runs all of them. */
const isWhole = env['PETSTORE_GALLERY'] === 'whole';
const rows = isWhole ? strangerRows : divideByCommit(strangerRows, 8, commit).quick;

/** The slowest server takes 1.5 s for each response. */
const longestMs = 180_000;

expectRows({ quick: [], extended: rows }, { concurrent: true, timeout: longestMs });
