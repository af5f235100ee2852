import { expectRows } from './expect-rows.ts';
import { limiters } from './rows/limiters.ts';

expectRows(limiters);
