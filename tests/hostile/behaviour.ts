import type { Asked, HostileTarget, Right } from './raw-server.ts';

/** One way in which a target behaves badly, with what the ledger makes of it, stated before it is tried. */
export interface Behaviour {
  readonly id: string;
  /** What the target does, as a sentence without subject. */
  readonly does: string;
  /** How such a thing comes about. */
  readonly arises: string;
  /** 1 where a requirement is broken, 3 where nothing can be tested, 0 only where a reading calls it legal. */
  readonly status: 0 | 1 | 3;
  /** The sentence of the ledger that the status follows from. */
  readonly because: string;
  /** With status 1: the required rows that break, all of them. */
  readonly rows?: readonly string[];
  /** Words of the sentence that the run ends with. */
  readonly says?: RegExp;
  /** Options of the command beside those that every behaviour is tried with. */
  readonly args?: readonly string[];
  /** So much passes through that it is tried in a process of its own, whose memory is looked at. */
  readonly heavy?: true;
  readonly start: () => Promise<HostileTarget>;
}

/** Which requests a behaviour answers badly; all others are answered as they should be. */
export type Which = (asked: Asked, right: Right) => boolean;

export const everything: Which = () => true;
export const posts: Which = ({ method }) => method === 'POST';
export const refusals: Which = (_asked, { status }) => status === 401;
export const lists: Which = ({ method, path }, { status }) =>
  method === 'GET' && path === '/v1/categories' && status === 200;
/** All but the first of the run, so that the run begins. */
export const laterLists: Which = (asked, right) => lists(asked, right) && asked.number > 1;
export const creations: Which = (_asked, { status }) => status === 201;

/** One request of those that another choice would take: the one with this number, from 1. */
export function onlyThe(number: number, which: Which): Which {
  let seen = 0;
  return (asked, right) => which(asked, right) && ++seen === number;
}
