import { packageDesigns } from './designs/package-designs.ts';
import { expectMatrix } from './expect-matrix.ts';

expectMatrix(packageDesigns);
