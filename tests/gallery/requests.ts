import { everyResponse, suite } from '../../src/checks/vocabulary.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import type { Occurrence } from '../../src/exchange/finding.ts';
import { runInMemory } from '../support/in-memory.ts';
import { defectRows } from './reference.ts';
import type { Row } from './row.ts';

/** A request of a run. All generated bodies of a fault class count as one request, because their values vary. */
export interface SentRequest {
  readonly request: string;
  readonly requirement: string;
}

/** A request with the defects of the gallery that it finds. */
export interface Finder extends SentRequest {
  /**
   * The position of the request in a run that sends one request at a time. Undefined if a standard run does not always send
   * it.
   */
  readonly position?: number | undefined;
  readonly found: number;
  /** The defects that only this request finds. */
  readonly alone: readonly string[];
}

/** The defects that a run with the profile `standard` finds. */
export const standardDefects: readonly Row[] = defectRows.filter(
  ({ settings }) => settings?.profile === undefined,
);

/** A placeholder for the request that finds a defect, if no single response shows the defect. */
const wholeRun: SentRequest = { request: 'the whole run', requirement: '' };

/** Returns the requests that a standard run on the Free plan sends to a correct server, in order. */
export async function standardRequests(): Promise<SentRequest[]> {
  const sent: Exchange[] = [];
  const watching = everyResponse(
    'list.ok',
    'records each exchange',
    (exchange): exchange is never => sent.push(exchange) === 0,
    () => undefined,
  );
  const added = [{ from: 'this test', suite: suite('Recording', [watching]), requirements: [] }];
  await runInMemory({}, { concurrency: 1 }, { added });
  return sent.sort((a, b) => a.id - b.id).map(sentRequest);
}

/** Returns the requests that show that the defect violates its requirements. */
export function findersOf({ expect }: Row, occurrences: readonly Occurrence[]): SentRequest[] {
  const shown = occurrences.flatMap(({ requirement, exchange }) =>
    exchange !== undefined && expect.reports.includes(requirement) ? [sentRequest(exchange)] : [],
  );
  const byName = new Map(shown.map((one) => [one.request, one]));
  return byName.size === 0 ? [wholeRun] : [...byName.values()];
}

/** Adds up what each request finds: first the requests of a standard run in order, then those that are sent only if needed. */
export function addUp(
  standard: readonly SentRequest[],
  foundBy: ReadonlyMap<string, readonly SentRequest[]>,
): Finder[] {
  const found = [...foundBy];
  const others = new Map(
    found
      .flatMap(([, finders]) => finders)
      .filter(({ request }) => !standard.some((one) => one.request === request))
      .map((one) => [one.request, one]),
  );
  const finderOf = (sent: SentRequest, position?: number): Finder => {
    const own = found.filter(([, finders]) => finders.some(({ request }) => request === sent.request));
    const alone = own.filter(([, finders]) => finders.length === 1).map(([defect]) => defect);
    return { ...sent, position, found: own.length, alone };
  };
  return [
    ...standard.map((sent, index) => finderOf(sent, index + 1)),
    ...[...others.values()]
      .sort((a, b) => a.request.localeCompare(b.request, 'en'))
      .map((sent) => finderOf(sent)),
  ];
}

function sentRequest({ purpose, sentFor, request: { generated } }: Exchange): SentRequest {
  return { request: generated?.faultClass.fault ?? purpose, requirement: sentFor };
}
