import { type Exchange, type HttpRequest, isServed, statusOf } from '../exchange/exchange.ts';
import { isOfAdded } from '../exchange/picks.ts';
import { causeOf, createdIn } from '../exchange/response.ts';
import { Stopped } from '../exchange/stopped.ts';
import type { Client } from '../http/client.ts';
import type { Leftover } from '../report/model/report.ts';
import { operationTitle } from '../spec/operations.ts';
import { callReleased } from './check-code.ts';
import type { openEvaluation } from './evaluation.ts';
import type { Lane } from './pacing/lane.ts';

/** One less than `most429s`, so that a removal never causes the 429 for which a key may be banned. */
const mostRefusals = 7;

/**
 * Collects what the requests of custom checks created, and removes it at the end of a run. `openClient` opens a client for
 * requests that the lane no longer sends because the run has ended.
 */
export function createCleanup(
  lane: Lane,
  { readings, judge, userCode, see }: ReturnType<typeof openEvaluation>,
  openClient: () => Client,
) {
  const created: Exchange[] = [];
  const left: Leftover[] = [];
  let client: Client | undefined;

  /**
   * Sends a request during the run, or after its end if nothing forbids it. Returns the exchange, or why the request was not
   * sent.
   */
  async function send(request: HttpRequest, sentFor: string): Promise<Exchange | string> {
    const purpose = 'the removal of what a custom check created';
    if (readings.ban.shownBy() !== undefined) return 'the key may be banned';
    if (readings.refusals.all() >= mostRefusals) return `${mostRefusals} requests returned 429`;
    try {
      return await lane.send({ purpose, sentFor, priority: 0, make: () => request });
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      if (!lane.takeForCleanup(request)) return error.message;
    }
    client ??= openClient();
    const sent = await client.exchange(request, {
      purpose,
      sentFor,
      overLimit: false,
      onHead: lane.seeHead,
    });
    const exchange = { ...sent, id: lane.counts().requests };
    readings.see(exchange);
    see(exchange);
    return exchange;
  }

  async function remove(one: Exchange): Promise<void> {
    const { cleanup } = one.request;
    try {
      const request = cleanup && callReleased(userCode.release, () => cleanup(one));
      if (request === undefined) {
        left.push(leftoverOf(one));
        return;
      }
      const sent = await send(request, one.sentFor);
      const isGone = typeof sent !== 'string' && (isServed(sent) || [404, 410].includes(statusOf(sent) ?? 0));
      if (!isGone) left.push(leftoverOf(one, typeof sent === 'string' ? sent : causeOf(sent)));
    } catch (error) {
      left.push(leftoverOf(one, 'the code that removes it failed'));
      judge.cleanupFault(error);
    }
  }

  return {
    /** Passes an exchange from the lane to the evaluation. */
    see(exchange: Exchange): void {
      see(exchange);
      const { method, cleanup, path } = exchange.request;
      if (!isOfAdded(exchange) || !isServed(exchange)) return;
      if (cleanup !== undefined || method === 'POST') created.push(exchange);
      // A check may have removed what it created.
      const deleted = method === 'DELETE' ? path.split(/[/?]/) : [];
      const at = created.findIndex((one) => deleted.includes(leftoverOf(one).id ?? ''));
      if (at >= 0) created.splice(at, 1);
    },
    /** Removes what was created, newest first. */
    async run(): Promise<void> {
      lane.releaseCleanups();
      for (const one of created.splice(0).reverse()) await remove(one);
      await client?.close();
    },
    /** What could not be removed. */
    leftovers: (): readonly Leftover[] => left,
  };
}

function leftoverOf(exchange: Exchange, why?: string): Leftover {
  const { id, name } = createdIn(exchange);
  const { operation, generated, mark = '' } = exchange.request;
  return {
    ...(typeof id === 'bigint' || typeof id === 'string' ? { id: String(id) } : {}),
    name: typeof name === 'string' ? name : mark,
    cause: generated === undefined ? 'created' : 'accepted though invalid',
    by: operationTitle(operation),
    ...(why === undefined ? {} : { how: `not removed: ${why}` }),
  };
}
