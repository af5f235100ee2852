import type { Client } from '../http/client.ts';
import type { Clock } from '../model/clock.ts';
import type { Listener } from '../model/events.ts';
import type { Exchange, HttpRequest } from '../model/exchange.ts';
import type { Readings } from '../readings/readings.ts';

/** What a queue is told. Budgets are numbers of requests, times are milliseconds. */
export interface QueueOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly concurrency: number;
  /** After so long the client gives a request up. */
  readonly timeoutMs: number;
  readonly maxRequests: number;
  readonly maxCreates: number;
  /** How many of these are kept until `releaseCreates`, for the search for smaller bodies. */
  readonly createsKept: number;
  /** All waits of the run together. */
  readonly maxWaitMs: number;
  /** Whether the limit may be proven by using the window up; a sentence says why not. */
  readonly exhaust: true | string;
  /** Whether a part of the quota is left for the others who use the key. */
  readonly reserve: boolean;
  /** Nothing is sent before so many milliseconds are over: the service asked for it while it was waited for (reading 22). */
  readonly heldMs?: number;
  /** Something of the kit broke: the run ends, and this is told of once. */
  readonly onFault: (error: unknown) => void;
  /** A number from 0 to 1 for the jitter that is added to waits. */
  readonly random: () => number;
  /** See every exchange before the next request is chosen, and are asked before each. */
  readonly readings: Pick<
    Readings,
    'see' | 'enforcement' | 'shedding' | 'ban' | 'listHealth' | 'creationCap'
  >;
  /** Sees every exchange once it is complete, in the order they end. What goes next has gone by then. */
  readonly onExchange: (exchange: Exchange) => void;
  readonly listen: Listener;
  /** The plain GET that the queue sends of its own accord: to prove the limit, to see the recovery, to see life. */
  readonly plainList: () => HttpRequest;
  readonly signal?: AbortSignal;
}
