import type { Asked, HostileTarget, Right } from './raw-server.ts';

/** One way in which a target behaves badly, with the expected result, written down before the first run. */
export interface Behaviour {
  readonly id: string;
  /** What the target does: a sentence without its subject. */
  readonly does: string;
  /** A typical cause. */
  readonly arises: string;
  /** The exit status: 1 if a requirement is violated, 3 if nothing can be tested, 0 only if the behavior is legal. */
  readonly status: 0 | 1 | 3;
  /** The reason for that status. */
  readonly because: string;
  /** With status 1: all required requirements that are violated. */
  readonly rows?: readonly string[];
  /** Matches the verdict sentence of the run. */
  readonly says?: RegExp;
  /** Options in addition to the usual ones. */
  readonly args?: readonly string[];
  /** Sends so much that the kit runs in its own process, whose memory is measured. */
  readonly heavy?: true;
  readonly start: () => Promise<HostileTarget>;
}

/** Selects the requests with a bad response; all others get a correct one. */
export type Which = (asked: Asked, right: Right) => boolean;

export const everything: Which = () => true;
export const posts: Which = ({ method }) => method === 'POST';
export const refusals: Which = (_asked, { status }) => status === 401;
export const lists: Which = ({ method, path }, { status }) =>
  method === 'GET' && path === '/v1/categories' && status === 200;
/** Every list except the first, so that the run can begin. */
export const laterLists: Which = (asked, right) => lists(asked, right) && asked.number > 1;
export const creations: Which = (_asked, { status }) => status === 201;

/** Selects a single request: the nth that `which` selects, counted from 1. */
export function onlyThe(number: number, which: Which): Which {
  let seen = 0;
  return (asked, right) => which(asked, right) && ++seen === number;
}
