import { post } from '../src/kit/requests.ts';
import { type Needs, type Probe, probe } from '../src/kit/suite.ts';
import type { HttpRequest } from '../src/model/exchange.ts';
import { isMarked, render } from '../src/payloads/draft.ts';
import type { Drawn } from '../src/payloads/draw.ts';
import { secondList } from './probes.ts';

/**
 * The first bodies of the classes take turns with the other checks, step by step: which come before which is written
 * in their `worth`. Second ones come after everything that is sent once, so that a small budget meets all of that first.
 */
const worthOfFirst = 960;
const step = 8;
const worthOfSecond = 600;
const worthOfFurther = -1;

/** Requests for drawn bodies, in the order they were drawn: every class once before any twice. */
export function refusedBodies(drawn: readonly Drawn[]): Probe[] {
  const classes = new Set(drawn.map(({ faultClass }) => faultClass)).size;
  return drawn.map((body, index) =>
    refusedBody(body, {
      worth: index < classes ? worthOfFirst - index * step : worthOfSecond - (index - classes),
      carries: true,
    }),
  );
}

/** The request for a body that is drawn when all that is worth something has its place: it comes after that. */
export function furtherBody(body: Drawn): Probe {
  return refusedBody(body, { worth: worthOfFurther });
}

function refusedBody(body: Drawn, wanted: Needs): Probe {
  const needs = { ...wanted, after: secondList };
  const { requirement } = body.faultClass;
  const sent = probe(requirement, body.draft.label, needs, ({ name }) => requestFor(body, name));
  return { ...sent, unshared: true };
}

/** The request that sends a drawn body, with a mark wherever its fault leaves room. */
export function requestFor(body: Drawn, name: () => string): HttpRequest {
  const mark = isMarked(body.draft) ? name() : undefined;
  const request = post(render(body.draft, mark ?? ''), mark === undefined ? {} : { mark });
  return { ...request, drawn: body };
}
