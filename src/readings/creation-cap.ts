import { jsonOf } from '../exchange/answer.ts';
import { type Answer, type Exchange, isAnswer, isServed } from '../exchange/exchange.ts';
import { isCreation, meaningOf } from '../exchange/picks.ts';
import { isObject, readJson } from '../json/read.ts';
import { isPlain, plainCategory } from '../payloads/valid.ts';

export interface ReachedCap {
  readonly status: number;
  /** How many valid creations of the run were served before. */
  readonly created: number;
  /** The plain creation that was refused. */
  readonly shownBy: Exchange;
}

/** Statuses that refuse a caller, not a category. */
const ofCallers: readonly number[] = [401, 429];

/**
 * Whether the service refuses any further category (reading 21), told from valid creations with the key: asked by the
 * queue, by checks, and by rules.
 */
export function createCreationCap() {
  let created = 0;
  let plainSucceeded = false;
  let refused: { readonly status: number; readonly readAt: number } | undefined;
  let reached: ReachedCap | undefined;
  const roomAfter = new Set<number>();

  return {
    see(exchange: Exchange): void {
      if (!isCreation(exchange) || meaningOf(exchange).kind !== 'valid' || !isAnswer(exchange)) return;
      if (isServed(exchange)) {
        created++;
        plainSucceeded ||= isPlainForm(exchange) && isObject(jsonOf(exchange) ?? null);
        if (refused !== undefined && isPlainForm(exchange)) roomAfter.add(refused.status);
        refused = undefined;
        return;
      }
      const { status } = exchange.outcome.response;
      if (status < 400 || status >= 500 || ofCallers.includes(status)) return;
      const isNext = refused !== undefined && refused.status === status && refused.readAt <= exchange.sentAt;
      if (isNext && plainSucceeded && isPlainForm(exchange))
        reached ??= { status, created, shownBy: exchange };
      // Others may be in flight beside the control: the first one counts.
      if (refused?.status !== status) refused = { status, readAt: exchange.readAt };
    },
    /** Set once a plain creation is refused as the valid creation before it was, though the same form succeeded earlier. */
    reached: (): ReachedCap | undefined => reached,
    /** Whether a plain creation succeeded after one was refused with this status. */
    hasRoomAfter: (status: number) => roomAfter.has(status),
  };
}

/** Whether the body is the plain category of `create.created`, byte by byte. */
function isPlainForm({ request: { body = new Uint8Array() } }: Answer): boolean {
  const document = readJson(body);
  const value = document.ok && isObject(document.value) ? document.value : {};
  const { name, description } = value;
  if (typeof name !== 'string' || typeof description !== 'string') return false;
  return isPlain({ name, description }) && plainCategory(name).equals(body);
}
