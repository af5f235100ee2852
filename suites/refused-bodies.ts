import { type Probe, probe } from '../src/checks/built-in.ts';
import { post } from '../src/checks/requests.ts';
import type { HttpRequest } from '../src/exchange/exchange.ts';
import type { Drawn } from '../src/payloads/draw.ts';
import { isMarked, render } from '../src/payloads/fault-class.ts';
import { secondList } from './probes.ts';

/**
 * The first bodies of the classes take turns with the other checks, step by step: which come before which is written
 * in their `worth`. Second ones come after everything that is sent once, so that a small budget meets all of that first.
 */
const worthOfFirst = 960;
const step = 8;
const worthOfSecond = 600;
/** However many there are, they come before nothing that is sent once and worth little. */
const worthOfLast = -1;

/** Requests for drawn bodies, in the order they were drawn: every class once before any twice. */
export function refusedBodies(drawn: readonly Drawn[]): Probe[] {
  const classes = new Set(drawn.map(({ faultClass }) => faultClass)).size;
  return drawn.map((body, index) => {
    const worth =
      index < classes
        ? worthOfFirst - index * step
        : Math.max(worthOfLast, worthOfSecond - (index - classes));
    const sent = probe(
      body.faultClass.requirement,
      body.draft.label,
      { worth, carries: true, after: secondList },
      ({ name }) => requestFor(body, name),
    );
    return { ...sent, unshared: true };
  });
}

/** The request that sends a drawn body, with a mark wherever its fault leaves room. */
export function requestFor(body: Drawn, name: () => string): HttpRequest {
  const mark = isMarked(body.draft) ? name() : undefined;
  const request = post(render(body.draft, mark ?? ''), mark === undefined ? {} : { mark });
  return { ...request, drawn: body };
}
