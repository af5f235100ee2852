import type { CorrectResponse, HostileTarget, IncomingRequest } from './raw-server.ts';

/** A hostile target, with the result that the specification requires, stated before the first run. */
export interface Behavior {
  readonly id: string;
  /** What the target does: a sentence without its subject. */
  readonly does: string;
  /** How the behavior arises in practice. */
  readonly arises: string;
  /**
   * 1 if the target violates a requirement, 3 if the kit cannot test one, and 0 only if the specification allows
   * everything that the target does.
   */
  readonly status: 0 | 1 | 3;
  /** Why the run must have this exit status. */
  readonly because: string;
  /** If the status is 1: all requirements that the target violates, except those that only warn. */
  readonly requirements?: readonly string[];
  /** A pattern that the verdict of the run must match. */
  readonly verdictPattern?: RegExp;
  /** A pattern that the reason why `list.ok` was not tested must match. */
  readonly listNotTested?: RegExp;
  /** Additional options of the command. */
  readonly args?: readonly string[];
  /** Whether the target sends so much data that the kit runs in its own process, whose memory is measured. */
  readonly heavy?: true;
  readonly start: () => Promise<HostileTarget>;
}

/** Selects the requests that get a bad response. All others get a correct one. */
export type Which = (request: IncomingRequest, correct: CorrectResponse) => boolean;

export const everything: Which = () => true;
export const posts: Which = ({ method }) => method === 'POST';
export const refusals: Which = (_asked, { status }) => status === 401;
export const lists: Which = ({ method, path }, { status }) =>
  method === 'GET' && path === '/v1/categories' && status === 200;
/** Selects all lists except the first of the run, so that the run can start. */
export const laterLists: Which = (request, correct) => lists(request, correct) && request.number > 1;
export const creations: Which = (_asked, { status }) => status === 201;

/** Selects only the request with this number, counted from 1, of those that `which` selects. */
export function onlyThe(number: number, which: Which): Which {
  let seen = 0;
  return (request, correct) => which(request, correct) && ++seen === number;
}
