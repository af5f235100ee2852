import { expectRows } from './expect-rows.ts';
import { defects } from './rows/reference.ts';

expectRows(defects, { concurrent: true });
