import { editRateHeaders, editReading, editResponses } from '../../../reference-server/changes/edits.ts';
import { defects } from '../../../reference-server/defects/index.ts';
import type { Change } from '../../../reference-server/index.ts';
import { variants } from '../../../reference-server/variants/index.ts';
import type { Settings } from '../../../src/config/settings.ts';
import {
  always,
  banning,
  refusingFifths,
  refusingSome,
  rewritingReset,
  spentElsewhere,
} from '../../limiters/faulty-limiters.ts';
import { createVirtualClock } from '../../limiters/virtual-clock.ts';
import { choking, storing } from '../../payloads/choking.ts';
import { startInMemory } from '../../support/in-memory.ts';
import type { Expect, Row } from '../row.ts';
import { trialKeys } from '../trial.ts';

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

const storesWhatBreaksLists: Change = (parts, tools) => ({
  ...storing(parts, tools),
  ...choking('choke')(parts, tools),
});

const noReset = rewritingReset(() => undefined);
const noHeaders = ['headers.present', 'headers.elsewhere'];

/** Returns the change of the defect or variant that has this id. */
function changeOf(id: string): Change {
  const found = [...defects, ...variants].find((server) => server.id === id);
  if (found === undefined) throw new Error(`There is no server ${id}.`);
  return found.change;
}

interface Phenomenon {
  readonly id: string;
  readonly title: string;
  readonly seenIn: string;
  readonly change: readonly Change[];
  readonly settings?: Partial<Settings>;
  readonly expect: Expect;
  /** The length of the server's window in milliseconds, if it is not a minute. */
  readonly windowMs?: number;
}

const legal: Expect = { reports: [], status: 0 };

/**
 * Servers that once revealed faults in the kit. The faults occur only with certain settings, or with two changes at the
 * same time.
 */
const phenomena: readonly Phenomenon[] = [
  ...[
    { id: 'standard', settings: {} },
    { id: 'standard-seed-2', settings: { seed: 2 } },
    { id: 'gentle', settings: { profile: 'gentle' as const } },
    { id: 'gentle-seed-8', settings: { profile: 'gentle' as const, seed: 8 } },
  ].map(({ id, settings }) => ({
    id: `stores-what-breaks-lists ${id}`,
    title:
      'The list returns 500 for good once certain bytes or numbers are stored, so no such value may be sent',
    seenIn: 'Sinatra with SQLite, and FastAPI',
    change: [storesWhatBreaksLists],
    settings,
    expect: legal,
  })),
  {
    id: 'stores-what-breaks-lists thorough',
    title:
      'The list returns 500 for good once certain bytes or numbers are stored, which a thorough run tries last',
    seenIn: 'Sinatra with SQLite, and FastAPI',
    change: [storesWhatBreaksLists],
    settings: { profile: 'thorough' },
    expect: { reports: ['list.ok', 'invalid.name-type'] },
  },
  {
    id: 'list-broken-by-characters thorough',
    title: 'A valid string breaks the list, which a thorough run finds late',
    seenIn: 'a Python service behind MySQL',
    change: [changeOf('list-broken-by-characters')],
    settings: { profile: 'thorough' },
    expect: { reports: ['list.ok'] },
  },
  {
    id: 'accepts-every-body',
    title:
      'Stores a parrot for every body, so that a run creates more categories than its plan says, but never more than 40',
    seenIn: 'Sinatra without validation',
    change: [editReading(() => ({ kind: 'category', category: { name: 'parrot' } }))],
    expect: {
      reports: [
        ...['list.complete', 'create.fields', 'create.text', 'invalid.name-missing', 'invalid.name-type'],
        ...[
          'invalid.description-type',
          'invalid.body-type',
          'invalid.body-malformed',
          'invalid.body-lenient',
        ],
        'invalid.body-empty',
      ],
    },
  },
  {
    id: 'token-bucket without Reset',
    title: 'A token bucket without X-RateLimit-Reset, whose 429s say when to continue',
    seenIn: 'a gateway with a token bucket',
    change: [changeOf('token-bucket'), noReset],
    expect: { reports: noHeaders },
  },
  {
    id: 'token-bucket without Reset that bans',
    title: 'A token bucket without X-RateLimit-Reset, which bans the key at its tenth 429',
    seenIn: 'a gateway with a token bucket',
    change: [changeOf('token-bucket'), noReset, banning],
    expect: { reports: noHeaders },
  },
  {
    id: 'token-bucket with seconds as Reset',
    title: 'A token bucket whose Reset is the number of seconds left',
    seenIn: 'a gateway with a token bucket',
    change: [changeOf('token-bucket'), rewritingReset((value) => String(Number(value) % 60))],
    expect: { reports: ['headers.reset'] },
  },
  {
    id: 'token-bucket without headers',
    title: 'A token bucket without any of the three headers',
    seenIn: 'a gateway with a token bucket',
    change: [changeOf('token-bucket'), editRateHeaders(() => [])],
    expect: { reports: noHeaders, notTested: { 'limit.enforced': /depends on headers\.present/ } },
  },
  {
    id: 'forty-spent-by-others gentle',
    title: 'Other clients have spent forty of sixty requests, and a gentle run leaves some of the rest',
    seenIn: 'a shared staging server',
    change: [spentElsewhere(40)],
    settings: { profile: 'gentle' },
    expect: legal,
  },
  ...[undefined, 3_000].map((windowMs) => ({
    id: windowMs === undefined ? 'every-fifth-429' : 'every-fifth-429 in three seconds',
    title: 'Returns 429 to every fifth request, so that the run ends early, before the key may be banned',
    seenIn: 'a gateway that sheds load',
    change: [refusingFifths],
    expect: { reports: [], status: 3 } satisfies Expect,
    ...(windowMs === undefined ? {} : { windowMs }),
  })),
  {
    id: 'retry-after-of-two-days',
    title: 'Asks for a wait of two days, so that the run ends',
    seenIn: 'a service with a daily quota',
    change: [refusingSome((count) => count === 3, '172800')],
    expect: { reports: ['limit.retry-after-value'] },
  },
  {
    id: 'retry-after-date-past',
    title: 'A Retry-After date in the past, from a server without Date and Reset',
    seenIn: 'a service with a slow clock',
    change: [pastRetryAfter],
    expect: { reports: [...noHeaders, 'http.date'] },
  },
];

/** Each server runs in memory, in virtual time. */
export const phenomenonRows: readonly Row[] = phenomena.map(
  ({ id, title, seenIn, change, settings = {}, expect, windowMs }) => ({
    id,
    family: 'phenomena',
    title,
    origin: `Seen in ${seenIn}.`,
    settings,
    expect,
    clock: createVirtualClock,
    start: async (clock) =>
      startInMemory({
        keys: trialKeys,
        change,
        ...(clock === undefined ? {} : { clock }),
        ...(windowMs === undefined ? {} : { minuteMs: windowMs }),
      }),
  }),
);
