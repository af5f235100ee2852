import { longestMs } from '../hostile/in-child.ts';
import { expectRows } from './expect-rows.ts';
import { hostile } from './rows/hostile.ts';

expectRows(hostile, { concurrent: true, timeout: longestMs });
