import { editRateHeaders, editReading, editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { variants } from '../../reference-server/variants/index.ts';
import {
  always,
  banning,
  refusingFifths,
  refusingSome,
  rewritingReset,
  spentElsewhere,
} from '../limiters/faulty-limiters.ts';
import { choking, storing } from '../payloads/choking.ts';
import { weakValidators } from '../payloads/weak-validators/index.ts';

/** The third request returns 429 with a Retry-After date 60 s in the past, from a server without Date. */
const pastRetryAfter: Change = (parts, tools) => {
  const date = new Date(tools.now() - 60_000).toUTCString();
  const refused = refusingSome((count) => count === 3, date)(parts, tools);
  const bare = editResponses(always, (response) => ({
    ...response,
    headers: response.headers.filter(([name]) => name !== 'Date' && name !== 'X-RateLimit-Reset'),
  }));
  return bare({ ...parts, ...refused }, tools);
};

/** Servers that only this page uses: changes to the reference server, alone or after one of the gallery. */
const ownServers: Readonly<Record<string, Change>> = {
  'stores-what-breaks-lists': (parts, tools) => ({
    ...storing(parts, tools),
    ...choking('choke')(parts, tools),
  }),
  'accepts-every-body': editReading(() => ({ kind: 'category', category: { name: 'parrot' } })),
  'reset-missing': rewritingReset(() => undefined),
  'reset-in-seconds-left': rewritingReset((value) => String(Number(value) % 60)),
  'rate-headers-missing': editRateHeaders(() => []),
  'bans-at-the-tenth-429': banning,
  'forty-spent-by-others': spentElsewhere(40),
  'every-fifth-429': refusingFifths,
  'retry-after-of-two-days': refusingSome((count) => count === 3, '172800'),
  'retry-after-date-past': pastRetryAfter,
};

const all = [
  ...defects,
  ...variants,
  ...weakValidators,
  ...Object.entries(ownServers).map(([id, change]) => ({ id, change })),
];

/** Finds a server by id: in the gallery, among the weak validators, or among the servers of this page. */
export function serverOf(id: string): { readonly change: Change } {
  const found = all.find((server) => server.id === id);
  if (found === undefined) throw new Error(`There is no server ${id}.`);
  return found;
}
