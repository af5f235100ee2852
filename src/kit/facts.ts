import type { CreationCap } from '../created/creation-cap.ts';
import type { Creations } from '../created/creations.ts';
import type { ListHealth } from '../created/list-health.ts';
import type { Ban } from '../limiter/ban.ts';
import type { Enforcement } from '../limiter/enforcement.ts';
import type { Shedding } from '../limiter/shedding.ts';
import type { Usage } from '../limiter/usage.ts';
import type { Plan } from '../spec/plans.ts';

/** What checks and rules may know of the run beside the exchanges. */
export interface Facts {
  readonly base: URL;
  readonly plan?: Plan;
  /** The interface description of the service, where one was given. */
  readonly description?: unknown;
  /** Whether the text holds the key or a near miss of it, in any form. */
  readonly holdsKey: (text: string) => boolean;
  /** The two readings of the limiter that the queue paces by and the rules judge by. */
  readonly usage: Usage;
  readonly enforcement: Pick<Enforcement, 'decision'>;
  /** Whether something before the service sheds load. */
  readonly shedding: Pick<Shedding, 'decision'>;
  /** Whether the key looks banned since a 429. */
  readonly ban: Pick<Ban, 'shownBy'>;
  /** Why the limit was not proven, where it was not. */
  readonly proofLeftOut: () => string | undefined;
  /** What was created, refused and listed so far. */
  readonly creations: Creations;
  /** Whether a POST broke the list: the queue asks the same reading. */
  readonly listHealth: Pick<ListHealth, 'needsList' | 'broken'>;
  /** Whether the service refuses any further category: the queue asks the same reading. */
  readonly creationCap: Pick<CreationCap, 'reached' | 'hasRoomAfter'>;
}
