import type { Gauge } from '../../reference-server/gauge.ts';
import type { Exchange, HeaderLine, HttpRequest } from '../../src/exchange/exchange.ts';
import { createEnforcement } from '../../src/readings/enforcement.ts';
import { createUsage } from '../../src/readings/usage.ts';
import { responded, start } from '../support/responses.ts';

/** A server that counts requests, and the traffic to it. Times are in milliseconds. */
export interface Traffic {
  readonly gauge: Gauge;
  /** Whether requests beyond the limit return 429. */
  readonly isEnforced: boolean;
  /** Changes the Remaining that a list shows. */
  readonly shown?: (remaining: number) => number;
  /** The latency, which varies by up to a fifth. */
  readonly latencyMs: number;
  readonly inFlight: number;
  /** How many creations and lists, chosen at random, come before the window is used up. */
  readonly before: number;
  /** How likely it is, for each request of this run, that another client also makes one. */
  readonly others: number;
  readonly random: () => number;
}

interface Event {
  readonly at: number;
  readonly act: () => void;
}

/** After this many 429s, the traffic ends. */
const maxLimited = 2;
/** Lists after the recovery, as `headers.usage` sends them. */
const listsAfterRecovery = 24;

/**
 * Sends traffic like that of a run: some requests of both kinds, lists until Remaining is 0, single lists until a 429, and more
 * lists after Retry-After. Returns what the readings conclude from it.
 */
export function judgeTraffic(traffic: Traffic) {
  const { latencyMs, random } = traffic;
  const usage = createUsage();
  const enforcement = createEnforcement();
  const events: Event[] = [];
  let now = 5_000 + random() * 60_000;
  let sent = 0;
  let inFlight = 0;
  let limited = 0;
  let remaining = Number.POSITIVE_INFINITY;
  let pausedUntil = 0;
  let left = Number.POSITIVE_INFINITY;

  const later = (ms: number, act: () => void) => void events.push({ at: now + ms, act });
  const maxRequests = 2 * traffic.gauge.limit + 130;
  const isOver = () =>
    sent >= maxRequests || limited >= maxLimited || left <= 0 || enforcement.decision().kind === 'undecided';

  /**
   * Returns how many requests may be in flight: POSTs are sent alone, and lists never use more than half of what remains.
   */
  function most(): number {
    if (sent < traffic.before || remaining <= 1) return 1;
    return Math.max(1, Math.min(traffic.inFlight, Math.floor(remaining / 2)));
  }

  function send(): void {
    while (!isOver() && now >= pausedUntil && inFlight < most()) {
      const isList = sent >= traffic.before || random() < 0.3;
      sent++;
      inFlight++;
      left--;
      const sentAt = now;
      later(latencyMs * (0.4 + random() * 0.2), () => arrive(isList, sentAt));
    }
  }

  function arrive(isList: boolean, sentAt: number): void {
    const { gauge } = traffic;
    if (random() < traffic.others && gauge.left(now) >= 1) gauge.take(now);
    const isAllowed = gauge.left(now) >= 1;
    if (isAllowed) gauge.take(now);
    const isServed = isAllowed || !traffic.isEnforced;
    const exact = Math.max(0, Math.floor(gauge.left(now)));
    const remainingShown = isList && isServed ? (traffic.shown?.(exact) ?? exact) : exact;
    const headers = headersAt(gauge, now, remainingShown, isServed);
    const status = isServed ? (isList ? 200 : 201) : 429;
    later(latencyMs * (0.4 + random() * 0.2), () => read(isList, status, headers, sentAt));
  }

  function read(isList: boolean, status: number, headers: readonly HeaderLine[], sentAt: number): void {
    inFlight--;
    const request: Partial<HttpRequest> = isList ? {} : { method: 'POST', operation: 'createCategory' };
    const exchange: Exchange = {
      ...responded({ at: 0, status, headers, request }),
      sentAt,
      headAt: now,
      readAt: now,
      wallAt: start * 1_000 + now,
    };
    usage.see(exchange);
    enforcement.see(exchange);
    remaining = Number(headers.find(([name]) => name === 'X-RateLimit-Remaining')?.[1]);
    if (status === 429) {
      limited++;
      pausedUntil = now + 1_000 + 1_000 * Number(headers.find(([name]) => name === 'Retry-After')?.[1]);
      left = listsAfterRecovery;
      remaining = Number.POSITIVE_INFINITY;
      later(pausedUntil - now, send);
    }
  }

  send();
  for (;;) {
    const next = events.reduce<Event | undefined>(
      (a, b) => (a !== undefined && a.at <= b.at ? a : b),
      undefined,
    );
    if (next === undefined) break;
    events.splice(events.indexOf(next), 1);
    now = next.at;
    next.act();
    send();
  }
  return { usage: usage.decision(), enforcement: enforcement.decision(), sent };
}

function headersAt(gauge: Gauge, now: number, remaining: number, isServed: boolean): HeaderLine[] {
  const lines: HeaderLine[] = [
    ['Date', new Date(start * 1_000 + now).toUTCString()],
    ['X-RateLimit-Limit', String(gauge.limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(start + Math.ceil(Math.max(gauge.resetAt(now), now) / 1_000))],
  ];
  if (isServed) return lines;
  return [...lines, ['Retry-After', String(Math.max(1, Math.ceil((gauge.freeAt(now) - now) / 1_000)))]];
}
