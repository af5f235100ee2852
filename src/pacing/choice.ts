import type { Allowance } from './allowance.ts';
import type { Backlog } from './backlog.ts';
import type { Backoff } from './backoff.ts';
import type { Creates } from './creates.ts';
import type { Entry } from './entry.ts';
import type { Health } from './health.ts';
import type { Limited } from './limited.ts';
import type { PostGuard } from './options.ts';
import type { Proof } from './proof.ts';
import type { QuotaEstimate } from './quota.ts';
import { Stopped } from './stopped.ts';
import type { UnderWay } from './under-way.ts';
import type { WaitFor } from './waiting.ts';

/** What is to be done next: a request taken from the backlog goes, or something is waited for, or neither. */
export type Next =
  | { readonly kind: 'send'; readonly entry: Entry }
  | { readonly kind: 'wait'; readonly what: WaitFor }
  | { readonly kind: 'nothing' };

export interface ChoiceParts {
  readonly backlog: Backlog;
  readonly underWay: UnderWay;
  readonly limited: Limited;
  readonly backoff: Backoff;
  readonly health: Health;
  readonly creates: Creates;
  readonly allowance: Allowance;
  readonly proof: Proof;
  readonly quota: QuotaEstimate;
  readonly posts: PostGuard;
  readonly monotonic: () => number;
  /** Whether the end of a pause is of use to anybody. */
  readonly comesBack: () => boolean;
}

const nothing: Next = { kind: 'nothing' };
const isPost = ({ request }: Entry): boolean => request.method === 'POST';
const send = (entry: Entry): Next => ({ kind: 'send', entry });

/** Chooses what is to be done next. */
export function createChoice(parts: ChoiceParts): () => Next {
  const { backlog, underWay, limited, backoff, health, creates, allowance, proof, posts } = parts;

  return function next() {
    if (limited.until() !== undefined) return whenAllAreBack('limit');
    if (backoff.until(parts.monotonic()) !== undefined) return whenAllAreBack('backoff');
    if (limited.recovering())
      return underWay.all > 0
        ? nothing
        : send(backlog.takePlainList('the recovery after a 429', 'limit.recovers'));
    if (allowance.isFull()) return nothing;
    parts.quota.look();
    if (health.doubtful()) return signOfLife();
    refusePosts();
    const postsWait = posts.needsList() && backlog.firsts().some(isPost);
    if (postsWait && !allowance.isHeld(listBeforePost(false))) {
      return underWay.all > 0 ? nothing : send(listBeforePost(true));
    }
    const free = backlog
      .firsts()
      .filter((entry) => !allowance.isHeld(entry) && !(postsWait && isPost(entry)));
    const entry = backlog.takeBest(free.filter((one) => !allowance.waitsItsTurn(one)));
    if (entry !== undefined) return send(entry);
    if (free.length > 0 || (backlog.size === 0 && !proof.asked)) return nothing;
    return fill();
  };

  function whenAllAreBack(what: WaitFor): Next {
    return underWay.all === 0 && parts.comesBack() ? { kind: 'wait', what } : nothing;
  }

  function signOfLife(): Next {
    if (underWay.all > 0 || (backlog.size === 0 && !proof.asked)) return nothing;
    return send(backlog.takePlainList('a sign of life after two faults', 'list.ok'));
  }

  /** With nothing else to send, or nothing that the quota allows, the limit is proven; or its reset is waited for. */
  function fill(): Next {
    const reason = proof.whyNot();
    if (reason === undefined) {
      if (!allowance.hasRoomFor('listCategories')) return nothing;
      proof.filled();
      return send(backlog.ownList('a plain GET to prove the limit', 'limit.enforced'));
    }
    if (underWay.all > 0) return nothing;
    proof.end(reason);
    return backlog.size > 0 ? { kind: 'wait', what: 'quota' } : nothing;
  }

  /** The list that must be read before the next POST: one that waits, if it is to be taken and there is one. */
  function listBeforePost(taken: boolean): Entry {
    const purpose = 'the list after a POST that may have broken it';
    return taken ? backlog.takePlainList(purpose, 'list.ok') : backlog.ownList(purpose, 'list.ok');
  }

  function refusePosts(): void {
    const broken = posts.whyNoPost();
    const stopped = broken === undefined ? creates.spent() : new Stopped('list broken', broken);
    if (stopped !== undefined) for (const entry of backlog.takeAll(isPost)) entry.reject(stopped);
    const capped = posts.whyNoCreation();
    if (capped === undefined) return;
    const refused = new Stopped('no more categories', capped);
    for (const entry of backlog.takeAll((first) => first.creates === true)) entry.reject(refused);
  }
}
