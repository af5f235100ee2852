// @module-tag extended
import { expectResults } from '../expect-results.ts';

expectResults('extended');
