import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { settingsFor, testKey } from '../support/run-against.ts';
import { type Intercept, refusing, startBehind } from './front.ts';

const later = (_incoming: unknown, number: number) => number > 1;
const isOf = (method: string, path: string) => (incoming: IncomingMessage) =>
  incoming.method === method && incoming.url === `/v1${path}`;
/** Selects every GET of the list with the valid key. */
const list = (incoming: IncomingMessage) =>
  isOf('GET', '/categories')(incoming) &&
  incoming.headers.authorization?.toLowerCase() === `bearer ${testKey.toLowerCase()}`;
const anHour = { 'retry-after': '3600' };
const elements = JSON.stringify(
  Array.from({ length: 30_000 }, (_, id) => ({ id, name: `category ${id} of the staging data` })),
);

/** What happens in front of the server. */
interface Row {
  readonly what: string;
  readonly intercept?: Intercept;
  /** The body of every list. */
  readonly body?: string;
  readonly settings?: Partial<Settings>;
  readonly sentence: RegExp;
}

const rows: readonly Row[] = [
  {
    what: 'everything after the first list returns 429 for an hour',
    intercept: refusing(later, 429, anHour),
    sentence: /--max-wait/,
  },
  {
    what: 'everything after the first list returns 503 for an hour',
    intercept: refusing(later, 503, anHour),
    sentence: /503/,
  },
  {
    what: 'one operation returns 503 for an hour',
    intercept: refusing(isOf('POST', '/categories'), 503, anHour),
    sentence: /--max-wait/,
  },
  {
    what: 'no POST gets a response',
    intercept: ({ method }) => method === 'POST',
    settings: { maxTimeSeconds: 2 },
    sentence: /--max-time 2/,
  },
  {
    what: 'every response after the first is cut off',
    intercept: ({ socket }, _outgoing, number) => number > 1 && socket.destroy().destroyed,
    settings: { maxWaitSeconds: 5 },
    sentence: /--max-wait 5/,
  },
  {
    what: 'the list is nested 1,100 deep',
    body: `${'['.repeat(1_100)}${']'.repeat(1_100)}`,
    sentence: /list/,
  },
  { what: 'the list is 5,000 empty arrays', body: `[${'[],'.repeat(5_000)}[]]`, sentence: /list/ },
  {
    what: 'the list is longer than the kit reads',
    body: elements,
    settings: { maxBody: 1 },
    sentence: /--max-body/,
  },
];

describe('a run that was prevented from judging has no verdict', () => {
  test.concurrent.for(rows)('if $what', async ({ intercept, body, settings, sentence }, test) => {
    const url = await startBehind(test, intercept, (incoming) => (list(incoming) ? body : undefined));
    const { verdict, requirements } = await run(settingsFor(url, { exhaust: false, ...settings }));
    expect([verdict.exitStatus, verdict.outcome]).toEqual([3, 'no verdict']);
    expect(verdict.sentence).toMatch(sentence);
    expect(requirements.filter(({ reason }) => reason?.class === 'prevented').length).toBeGreaterThan(0);
  });
});
