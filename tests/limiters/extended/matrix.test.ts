// @module-tag extended
import { referenceDesigns } from '../designs/reference-designs.ts';
import { expectFaults } from '../expect-matrix.ts';

expectFaults(referenceDesigns, 'extended');
