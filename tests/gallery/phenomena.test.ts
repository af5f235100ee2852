import { expectRows } from './expect-rows.ts';
import { phenomenonRows } from './rows/phenomena.ts';

expectRows({ quick: phenomenonRows, extended: [] });
