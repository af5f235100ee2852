import type { Answer, HeaderLine } from '../../reference-server/answer.ts';
import type { Change } from '../../reference-server/index.ts';
import { type Coding, codings, slices } from './echoes.ts';

/** A server that shows the key it was sent in two ways: in a body and in headers, each in some coding. */
export interface EchoingServer {
  /** Each names what of the key is written, how, and where. */
  readonly ways: readonly string[];
  readonly change: readonly Change[];
}

/**
 * Stands beside each echo: escape sequences, a direction mark, and commands of build servers. What a header
 * carries holds no control but C1 and the tab.
 */
const commands = '##[error]no ##vso[task.complete]ok ##teamcity[x]';
const harmfulInHeader = `\u009b31m\u0085\t${commands} ::error::no`;
const harmful = `\u001b[2J\u009b31m\u007f\r\n::error::no\n${commands}\n+++ no\u202e\u2028\u200b\ufeff`;
const harmfulInJson = JSON.stringify(harmful).slice(1, -1);

interface Place {
  readonly id: string;
  readonly edit: (answer: Answer, echo: string) => Answer;
  /** Which codings can stand there: the name of a header takes few signs. */
  readonly takes?: (echo: string) => boolean;
}

const setHeader = (answer: Answer, name: string, value: string): Answer => ({
  ...answer,
  headers: [...answer.headers.filter(([found]) => found.toLowerCase() !== name), [name, value] as HeaderLine],
});

const headers = (id: string, lines: (echo: string) => readonly HeaderLine[]): Place => ({
  id: `in ${id}`,
  edit: (answer, echo) =>
    lines(`${echo} ${harmfulInHeader}`).reduce(
      (edited, [name, value]) => setHeader(edited, name, value),
      answer,
    ),
  takes: (echo) => !echo.includes('\0'),
});

const body = (
  id: string,
  statuses: readonly number[],
  write: (echo: string, status: number) => string,
): Place => ({
  id: `in ${id}`,
  edit: (answer, echo) =>
    statuses.includes(answer.status) ? { ...answer, body: Buffer.from(write(echo, answer.status)) } : answer,
});

// Each place is one where a row looks, so that it gets into findings, observations, records and the timeline.

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
    edit: (answer, echo) =>
      setHeader({ ...answer, status: answer.status === 401 ? 403 : answer.status }, echo, '1'),
    takes: (echo) => /^[\w!#$%&'*+.^`|~-]+$/.test(echo),
  },
];

const inBodies: readonly Place[] = [
  body(
    'the message of an error',
    [400, 401],
    (echo, status) => `{"code":"${echo}","message":"${harmfulInJson}no ${echo}","status":${status}}`,
  ),
  body(
    'an error of another shape',
    [400, 401],
    (echo) => `{"error":"${echo}${harmfulInJson}","${echo}${harmfulInJson}":{"status":"${echo}"}}`,
  ),
  body('a list that is none', [200], (echo) => `{"categories":"${echo}${harmfulInJson}"}`),
  body('the id of a category', [200, 201], (echo) => `[{"id":"${echo}","name":"${echo}${harmfulInJson}"}]`),
  body(
    'the names of properties',
    [200, 201],
    (echo) => `[{"id":1,"name":"a","${echo}":{"${echo}":1},"${echo}${harmfulInJson}":2}]`,
  ),
  body(
    'a body that is no JSON',
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

/** Every place with every coding that it takes, the parts of the key in turn. */
function waysOf(places: readonly Place[], key: string): Way[] {
  return places.flatMap((place, row) =>
    codings.flatMap((coding, column) => {
      const slice = slices[(row + column) % slices.length];
      if (slice === undefined || place.takes?.(coding.write(key, Math.random)) === false) return [];
      return [{ id: `${slice.id} ${coding.id}, ${place.id}`, change: echo(place, coding, slice.of) }];
    }),
  );
}

/** Every way in a body, each beside one in headers, by turns: a run against one server looks at both. */
export function echoingServers(key: string): EchoingServer[] {
  const others = waysOf(inHeaders, key);
  return waysOf(inBodies, key).flatMap(({ id, change }, index) => {
    const other = others[index % others.length];
    return other === undefined ? [] : [{ ways: [id, other.id], change: [change, other.change] }];
  });
}

/** Echoes what was last sent as a credential: the key, and its near misses. */
function echo(place: Place, { write }: Coding, slice: (secret: string) => string): Change {
  return (parts) => {
    let seen = '';
    return {
      finish: async (answer, visit) => {
        const sent = visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
        if (sent !== undefined && sent.length > 20) seen = sent.replace(/^\w+ /, '');
        return place.edit(await parts.finish(answer, visit), write(slice(seen), Math.random));
      },
    };
  };
}

/** Shows what it was sent, and worse, in a header of each answer, which is legal and gets into every record. */
export const echoedInHeader: Change = (parts) => ({
  finish: async (answer, visit) => {
    const sent = visit.incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
    return setHeader(await parts.finish(answer, visit), 'x-echo', `${sent ?? 'nothing'} ${harmfulInHeader}`);
  },
});
