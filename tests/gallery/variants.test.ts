import { expectRows } from './expect-rows.ts';
import { variants } from './rows/reference.ts';

expectRows(variants, { concurrent: true });
