import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../src/engine/session.ts';
import { createShrinking } from '../../src/engine/shrink.ts';
import type { Exchange, HttpRequest } from '../../src/exchange/exchange.ts';
import { Stopped } from '../../src/exchange/stopped.ts';
import type { FastCheck } from '../../src/payloads/fault-class.ts';
import { type Generated, generatePayloads, loadClasses } from '../../src/payloads/generate.ts';
import { createNames } from '../../src/payloads/names.ts';
import { plainCategory } from '../../src/payloads/valid.ts';
import { requestFor } from '../../suites/refusing.ts';
import { marked } from '../../suites/shared.ts';
import { freshReadings } from '../support/readings.ts';
import { cutOff, responded } from '../support/responses.ts';

let fc: FastCheck;
/** The largest generated body for each requirement. */
let bodies: readonly Generated[];
const rows = ['invalid.name-type', 'invalid.description-type'];
const names = createNames(() => 0);

beforeAll(async () => {
  const loaded = await loadClasses();
  fc = loaded.fc;
  bodies = rows.map((row) => {
    const classes = loaded.classes.filter(({ requirement }) => requirement === row);
    const [largest] = generatePayloads(fc, classes, 1, 200).toSorted(
      (a, b) => bodyOf(requestFor(b, names.next)).length - bodyOf(requestFor(a, names.next)).length,
    );
    if (largest === undefined) throw new Error(`no body was generated for ${row}`);
    return largest;
  });
});

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

const bodyOf = ({ body = new Uint8Array() }: HttpRequest) => Buffer.from(body).toString();

interface Given {
  readonly found?: readonly Generated[];
  readonly budget?: number;
  readonly isListed?: boolean;
  /** The status that the server returned for the bodies that were sent before. */
  readonly status?: number;
  readonly respond?: (request: HttpRequest, number: number) => Exchange;
}

const accepts = (request: HttpRequest) => responded({ at: 9, status: 201, request });

/** Looks for smaller bodies on a server that accepted these bodies. */
async function look({
  found = bodies,
  budget = 20,
  isListed = true,
  status = 201,
  respond = accepts,
}: Given) {
  const readings = freshReadings({ runMark: names.mark });
  if (isListed) {
    const request = marked({ name: names.next }, plainCategory);
    readings.see(responded({ at: 0, status: 201, body: `{"id":1,"name":"${request.mark}"}`, request }));
  }
  found.forEach((body, at) => {
    readings.see(responded({ at: at + 1, status, request: requestFor(body, names.next) }));
  });
  const sent: { readonly sentFor: string; readonly priority: number; readonly body: string }[] = [];
  let released = 0;
  const session = {
    readings,
    names,
    lane: {
      mayPostNow: () => true,
      releaseCreates: () => released++,
      async send({
        make,
        sentFor,
        priority,
      }: {
        make: () => HttpRequest;
        sentFor: string;
        priority: number;
      }) {
        const request = make();
        sent.push({ sentFor, priority, body: bodyOf(request) });
        return respond(request, sent.length);
      },
    },
  } as unknown as Session;
  const shrinking = createShrinking(session, fc, budget);
  await shrinking.searchForKit();
  const { tries } = shrinking;
  const countOf = (row: string | undefined) => sent.filter(({ sentFor }) => sentFor === row).length;
  return { tries: [...tries], sent, released, counts: rows.map(countOf), readings };
}

const causes = rows.map((row) => `${row}: returned 201`);

describe('a search for smaller bodies', () => {
  test('sends bodies that fail in the same way, and counts the requests for each finding', async () => {
    const { tries, sent, released, counts } = await look({});
    expect(tries).toEqual(causes.map((cause, at) => [cause, counts[at]]));
    expect(new Set(sent.map(({ priority }) => priority))).toEqual(new Set([1]));
    expect(released).toBe(1);
    const lengths = sent.map(({ body }) => body.length);
    expect(Math.min(...lengths)).toBeLessThan(bodyOf(requestFor(bodies[0] as Generated, names.next)).length);
  });

  test('shares its requests among the failures, and passes unused requests to the next failure', async () => {
    const refuses = (request: HttpRequest) => responded({ at: 9, status: 400, request });
    // A null name has fewer smaller bodies than its share of the requests, so the second failure gets the rest.
    const { classes } = await loadClasses();
    const few = generatePayloads(
      fc,
      classes.filter(({ id }) => id === 'name-null'),
      1,
      1,
    );
    const { counts } = await look({ found: [...few, ...bodies.slice(1)], budget: 20, respond: refuses });
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(10);
    expect(sum(counts)).toBe(20);
    expect(sum((await look({ budget: 2, respond: refuses })).counts)).toBe(2);
    expect((await look({ budget: 0 })).sent).toEqual([]);
  });

  test('sends nothing without a failure, or if nothing was created', async () => {
    expect(await look({ found: [] })).toMatchObject({ tries: [], sent: [], released: 0 });
    expect(await look({ isListed: false, found: [] })).toMatchObject({ tries: [], sent: [], released: 0 });
    expect(await look({ isListed: false, status: 404 })).toMatchObject({ tries: [], sent: [], released: 0 });
    expect((await look({ status: 404 })).released).toBe(1);
  });

  test.each<readonly [string, (request: HttpRequest) => Exchange]>([
    ['a 5xx', (request) => responded({ at: 9, status: 500, request })],
    ['a request without a response', (request) => ({ ...cutOff(9), request })],
  ])('stops after %s, because each body could do lasting harm', async (_what, respond) => {
    const { sent, tries } = await look({ respond });
    expect(sent).toHaveLength(1);
    expect(tries).toEqual([
      [causes[0], 1],
      [causes[1], 0],
    ]);
  });

  test('ends with the run, and passes on any other error', async () => {
    const stopping = (error: Error) => () => {
      throw error;
    };
    const { tries } = await look({ respond: stopping(new Stopped('maxRequests', 'no more')) });
    expect(tries).toEqual([[causes[0], 1]]);
    await expect(look({ respond: stopping(new TypeError('a bug')) })).rejects.toThrow('a bug');
  });
});
