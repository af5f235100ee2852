// @module-tag extended
import { expectResultsInMemory } from '../expect-results.ts';

expectResultsInMemory('extended');
