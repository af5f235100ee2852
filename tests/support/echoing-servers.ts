import type { Change } from '../../reference-server/index.ts';
import type { HeaderLine, HttpResponse } from '../../reference-server/response.ts';
import { type Coding, codings, slices } from './echoes.ts';

/**
 * A server that echoes the key in many ways: in the bodies of each status, and in headers, with some coding in each place.
 */
export interface EchoingServer {
  /** Each way names a part of the key, a coding and a place. No two of the ways conflict. */
  readonly ways: readonly string[];
  readonly change: readonly Change[];
}

/**
 * The server sends these with each echo: escape sequences, a direction mark, and commands that build servers execute. In a
 * header, the only control characters are C1 and tab.
 */
const commands = '##[error]no ##vso[task.complete]ok ##teamcity[x]';
const harmfulInHeader = `\u009b31m\u0085\t${commands} ::error::no`;
const harmful = `\u001b[2J\u009b31m\u007f\r\n::error::no\n${commands}\n+++ no\u202e\u2028\u200b\ufeff`;
const harmfulInJson = JSON.stringify(harmful).slice(1, -1);

interface Place {
  readonly id: string;
  readonly edit: (response: HttpResponse, echo: string) => HttpResponse;
  /** Returns whether the place can hold an echo. Header names allow only a few characters. */
  readonly takes?: (echo: string) => boolean;
}

/** A place in the bodies of one status at a time, so that bodies of other statuses can hold other echoes. */
interface BodyPlaces {
  readonly statuses: readonly number[];
  readonly in: (status: number) => Place;
}

const setHeader = (response: HttpResponse, name: string, value: string): HttpResponse => ({
  ...response,
  headers: [
    ...response.headers.filter(([found]) => found.toLowerCase() !== name),
    [name, value] as HeaderLine,
  ],
});

const headers = (id: string, lines: (echo: string) => readonly HeaderLine[]): Place => ({
  id: `in ${id}`,
  edit: (response, echo) =>
    lines(`${echo} ${harmfulInHeader}`).reduce(
      (edited, [name, value]) => setHeader(edited, name, value),
      response,
    ),
  takes: (echo) => !echo.includes('\0'),
});

/** Returns a place in the bodies of any one of these statuses. */
const body = (
  id: string,
  statuses: readonly number[],
  write: (echo: string, status: number) => string,
): BodyPlaces => ({
  in: (status) => ({
    id: `in ${id}`,
    edit: (response, echo) =>
      response.status === status ? { ...response, body: Buffer.from(write(echo, status)) } : response,
  }),
  statuses,
});

// Each place is examined by some requirement, so echoes get into findings, observations, exchanges and the timeline.

const inHeaders: readonly Place[] = [
  headers('rate-limit headers', (echo) => [
    ['x-ratelimit-limit', echo],
    ['x-ratelimit-reset', `now, ${echo}`],
  ]),
  headers('Retry-After', (echo) => [['retry-after', echo]]),
  headers('other headers', (echo) => [
    ['location', `/v1/${echo}`],
    ['content-type', `text/plain; for="${echo}"`],
    ['www-authenticate', `Bearer realm="${echo}"`],
    ['sunset', echo],
  ]),
  {
    id: 'in the name of a header',
    edit: (response, echo) =>
      setHeader({ ...response, status: response.status === 401 ? 403 : response.status }, echo, '1'),
    takes: (echo) => /^[\w!#$%&'*+.^`|~-]+$/.test(echo),
  },
];

const inBodies: readonly BodyPlaces[] = [
  body(
    'the message of an error',
    [400, 401],
    (echo, status) => `{"code":"${echo}","message":"${harmfulInJson}no ${echo}","status":${status}}`,
  ),
  body(
    'an error with another schema',
    [400, 401],
    (echo) => `{"error":"${echo}${harmfulInJson}","${echo}${harmfulInJson}":{"status":"${echo}"}}`,
  ),
  body('a list that is not an array', [200], (echo) => `{"categories":"${echo}${harmfulInJson}"}`),
  body('the id of a category', [200, 201], (echo) => `[{"id":"${echo}","name":"${echo}${harmfulInJson}"}]`),
  body(
    'the names of properties',
    [200, 201],
    (echo) => `[{"id":1,"name":"a","${echo}":{"${echo}":1},"${echo}${harmfulInJson}":2}]`,
  ),
  body(
    'a body that is not JSON',
    [200, 201, 400, 401],
    (echo) => `<html>${harmful}${'x'.repeat(3_900)} ${echo} ${echo}`,
  ),
  body(
    'a created category',
    [201],
    (echo) => `{"id":7,"name":"${echo}","description":"${echo}${harmfulInJson}"}`,
  ),
];

interface Way {
  readonly id: string;
  readonly change: Change;
}

/**
 * Returns one way for each coding that fits its place. The ways take the parts of the key in turn, and `placeFor`
 * chooses the place of each coding.
 */
function waysOf(key: string, row: number, placeFor: (column: number) => Place): Way[] {
  return codings.flatMap((coding, column) => {
    const place = placeFor(column);
    const slice = slices[(row + column) % slices.length];
    if (slice === undefined || place.takes?.(coding.write(slice.of(key), Math.random)) === false) return [];
    return [{ id: `${slice.id} ${coding.id}, ${place.id}`, change: echo(place, coding, slice.of) }];
  });
}

/**
 * Combines every body place with every coding, cycling through the statuses of the place. Returns the ways of each status.
 */
function waysInBodies(key: string): Way[][] {
  const byStatus = new Map<number, Way[]>();
  for (const [row, places] of inBodies.entries()) {
    const statusFor = (column: number) => places.statuses[(row + column) % places.statuses.length] ?? 200;
    for (const [column, way] of waysOf(key, row, (column) => places.in(statusFor(column))).entries()) {
      const ways = byStatus.get(statusFor(column)) ?? [];
      byStatus.set(statusFor(column), [...ways, way]);
    }
  }
  return [...byStatus.values()];
}

/**
 * Returns one server for each way of the status that has the most ways. Each server echoes in one way for each status,
 * and in headers.
 */
export function echoingServers(key: string): EchoingServer[] {
  const lanes = waysInBodies(key);
  const count = Math.max(...lanes.map(({ length }) => length));
  const others = inHeaders.flatMap((place, row) => waysOf(key, row, () => place));
  return Array.from({ length: count }, (_, index) => {
    const inItsBodies = lanes.flatMap((ways) => ways[index % ways.length] ?? []);
    const inItsHeaders = others.filter((_way, at) => at % count === index);
    const all = [...inItsBodies, ...inItsHeaders];
    return { ways: all.map(({ id }) => id), change: all.map(({ change }) => change) };
  });
}

/** Echoes the credential that was received last: the key or a near miss. */
function echo(place: Place, { write }: Coding, slice: (secret: string) => string): Change {
  return (parts) => {
    let seen = '';
    return {
      finish: async (response, visit) => {
        const sent = visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
        if (sent !== undefined && sent.length > 20) seen = sent.replace(/^\w+ /, '');
        return place.edit(await parts.finish(response, visit), write(slice(seen), Math.random));
      },
    };
  };
}

/** Echoes the credential and harmful text in a header of each response, which is legal and gets into every record. */
export const echoedInHeader: Change = (parts) => ({
  finish: async (response, visit) => {
    const sent = visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    return setHeader(
      await parts.finish(response, visit),
      'x-echo',
      `${sent ?? 'nothing'} ${harmfulInHeader}`,
    );
  },
});
