import { referenceDesigns } from './designs/reference-designs.ts';
import { expectMatrix } from './expect-matrix.ts';

expectMatrix(referenceDesigns);
