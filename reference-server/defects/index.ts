import type { Defect } from '../change.ts';
import { authenticationDefects } from './authentication.ts';
import { authenticationKeyDefects } from './authentication-keys.ts';
import { authenticationOperationDefects } from './authentication-operations.ts';
import { creatingDefects } from './creating.ts';
import { creatingTextDefects } from './creating-text.ts';
import { errorDefects } from './errors.ts';
import { headerDefects } from './headers.ts';
import { headerUsageDefects } from './headers-usage.ts';
import { httpDefects } from './http.ts';
import { limitingDefects } from './limiting.ts';
import { listingDefects } from './listing.ts';
import { refusingBodyDefects } from './refusing-bodies.ts';
import { refusingFieldDefects } from './refusing-fields.ts';
import { refusingLenientDefects } from './refusing-lenient.ts';
import { storingDefects } from './storing.ts';
import { versioningDefects } from './versioning.ts';

/** The gallery: servers with one mistake each. */
export const defects: readonly Defect[] = [
  ...versioningDefects,
  ...authenticationDefects,
  ...authenticationKeyDefects,
  ...authenticationOperationDefects,
  ...errorDefects,
  ...listingDefects,
  ...creatingDefects,
  ...creatingTextDefects,
  ...refusingFieldDefects,
  ...refusingBodyDefects,
  ...refusingLenientDefects,
  ...storingDefects,
  ...headerDefects,
  ...headerUsageDefects,
  ...limitingDefects,
  ...httpDefects,
];
