import { referenceDesigns } from './designs/reference-designs.ts';
import { expectFaults, expectPasses } from './expect-matrix.ts';

expectPasses(referenceDesigns);
expectFaults(referenceDesigns, 'quick');
