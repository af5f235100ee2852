import { expectRows } from './expect-rows.ts';
import { phenomenonRows } from './rows/phenomena.ts';

/** `npm run phenomena` writes what they must say. */
expectRows({ quick: [], extended: phenomenonRows });
