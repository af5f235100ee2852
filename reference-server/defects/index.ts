import type { Defect } from '../changes/change.ts';
import { authenticationDefects } from './authentication.ts';
import { authenticationFormDefects } from './authentication-forms.ts';
import { authenticationKeyDefects } from './authentication-keys.ts';
import { authenticationOperationDefects } from './authentication-operations.ts';
import { bodyByteDefects } from './body-bytes.ts';
import { connectionDefects } from './connections.ts';
import { creatingDefects } from './creating.ts';
import { creatingDefaultDefects } from './creating-defaults.ts';
import { creatingResponseDefects } from './creating-responses.ts';
import { creatingScriptDefects } from './creating-scripts.ts';
import { creatingSpellingDefects } from './creating-spelling.ts';
import { creatingTextDefects } from './creating-text.ts';
import { errorDefects } from './errors.ts';
import { errorElsewhereDefects } from './errors-elsewhere.ts';
import { errorTextDefects } from './errors-texts.ts';
import { firstAndLaterDefects } from './first-and-later.ts';
import { framingDefects } from './framing.ts';
import { gatewayDefects } from './gateways.ts';
import { headerDefects } from './headers.ts';
import { headerPlanDefects } from './headers-plan.ts';
import { headerUsageDefects } from './headers-usage.ts';
import { httpDefects } from './http.ts';
import { instanceDefects } from './instances.ts';
import { lastingDamageDefects } from './lasting-damage.ts';
import { limitingDefects } from './limiting.ts';
import { listingDefects } from './listing.ts';
import { listingContentDefects } from './listing-content.ts';
import { memoryDefects } from './memories.ts';
import { misreadRuleDefects } from './misread-rules.ts';
import { momentDefects } from './moments.ts';
import { numberDefects } from './numbers.ts';
import { otherOperationDefects } from './other-operations.ts';
import { poisonDefects } from './poison.ts';
import { raceDefects } from './races.ts';
import { refusedCallerDefects } from './refused-callers.ts';
import { refusingBodyDefects } from './refusing-bodies.ts';
import { refusingEmptyDefects } from './refusing-empties.ts';
import { refusingFieldDefects } from './refusing-fields.ts';
import { refusingLenientDefects } from './refusing-lenient.ts';
import { refusingNarrowDefects } from './refusing-narrow.ts';
import { sheddingDefects } from './shedding.ts';
import { storingDefects } from './storing.ts';
import { versioningDefects } from './versioning.ts';
import { wrongStatusDefects } from './wrong-statuses.ts';

/** The gallery: servers with one fault each. */
export const defects: readonly Defect[] = [
  ...versioningDefects,
  ...authenticationDefects,
  ...authenticationFormDefects,
  ...authenticationKeyDefects,
  ...authenticationOperationDefects,
  ...errorDefects,
  ...errorElsewhereDefects,
  ...errorTextDefects,
  ...listingDefects,
  ...listingContentDefects,
  ...creatingDefects,
  ...creatingResponseDefects,
  ...creatingDefaultDefects,
  ...creatingTextDefects,
  ...creatingSpellingDefects,
  ...creatingScriptDefects,
  ...refusingFieldDefects,
  ...refusingEmptyDefects,
  ...refusingBodyDefects,
  ...framingDefects,
  ...refusingLenientDefects,
  ...refusingNarrowDefects,
  ...poisonDefects,
  ...sheddingDefects,
  ...storingDefects,
  ...lastingDamageDefects,
  ...headerDefects,
  ...headerUsageDefects,
  ...headerPlanDefects,
  ...limitingDefects,
  ...otherOperationDefects,
  ...httpDefects,
  ...firstAndLaterDefects,
  ...instanceDefects,
  ...bodyByteDefects,
  ...refusedCallerDefects,
  ...misreadRuleDefects,
  ...raceDefects,
  ...numberDefects,
  ...momentDefects,
  ...memoryDefects,
  ...gatewayDefects,
  ...wrongStatusDefects,
  ...connectionDefects,
];
