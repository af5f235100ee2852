// @module-tag extended
import { expectPages } from '../expect-page.ts';

expectPages('extended');
