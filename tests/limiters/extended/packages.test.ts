// @module-tag extended
import { packageDesigns } from '../designs/package-designs.ts';
import { expectFaults } from '../expect-matrix.ts';

expectFaults(packageDesigns, 'extended');
