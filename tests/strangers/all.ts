import { expectStrangers } from './expect-strangers.ts';
import { strangers } from './table.ts';

expectStrangers(strangers);
