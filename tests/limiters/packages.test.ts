import { packageDesigns } from './designs/package-designs.ts';
import { expectFaults, expectPasses } from './expect-matrix.ts';

expectPasses(packageDesigns);
expectFaults(packageDesigns, 'quick');
