// @module-tag quiet
import { expectRows } from './expect-rows.ts';
import { strangerRows } from './rows/strangers.ts';

// The windows of these servers last several seconds of real time.
expectRows({ quick: [], extended: strangerRows }, { concurrent: true, timeout: 120_000 });
