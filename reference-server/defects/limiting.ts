import { applyChanges, type Change, type Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editPace } from '../changes/edits.ts';
import { fixedWindow } from '../gauge.ts';
import type { Json } from '../json.ts';
import type { Limiter } from '../limiter.ts';
import { createLimiter } from '../limiter.ts';
import type { Settings } from '../options.ts';
import { problem } from '../problem.ts';
import { type HeaderLine, type Reply, valuesOf } from '../response.ts';

const refusal = (edit: (reply: Reply, now: number) => Reply): Change => {
  return (parts) => ({ tooMany: (usage, now, visit) => edit(parts.tooMany(usage, now, visit), now) });
};

/** Rewrites Retry-After. `seconds` is its correct value, `now` is in epoch milliseconds. */
const retryAfter = (rewrite: (seconds: number, now: number) => string): Change =>
  refusal((reply, now) => {
    const seconds = Number(valuesOf(reply.headers, 'Retry-After')[0] ?? 1);
    const line: HeaderLine = ['Retry-After', rewrite(seconds, now)];
    return { ...reply, headers: [...reply.headers.filter(([name]) => name !== 'Retry-After'), line] };
  });

/** Never bans a client before a 429, because only the 429 shows the client that it should stop. */
const unbanned = (settings: Settings): Limiter =>
  createLimiter({ ...settings, ban: { after: Number.MAX_SAFE_INTEGER, lastsMs: 0 } }, fixedWindow);

const responding = (status: number, code: string): Change => {
  return (parts, { settings }) => ({
    limiter: unbanned(settings),
    tooMany: (usage, now, visit) => ({
      ...parts.tooMany(usage, now, visit),
      status,
      json: visit.parts.errorJson(problem(status, code, 'Try again later.')),
    }),
  });
};

/** Sends no rate-limit headers with responses to requests beyond the limit. */
const bareBeyond: Change = (parts) => ({
  rateHeaders: (usage, now, visit) => (usage.retryAt > now ? [] : parts.rateHeaders(usage, now, visit)),
});

const respondingBare =
  (status: number, code: string): Change =>
  (parts, tools) => ({ ...responding(status, code)(parts, tools), ...bareBeyond(parts, tools) });

const serving: Change = (_parts, { settings }) => {
  const limiter = unbanned(settings);
  return {
    limiter: { ...limiter, take: (bucket, now) => ({ ...limiter.take(bucket, now), allowed: true }) },
  };
};

/** Serves requests beyond the limit with this body instead of the usual response. */
const servingInstead = (json: Json): Change =>
  refusal(({ headers }) => ({
    status: 200,
    headers: headers.filter(([name]) => name !== 'Retry-After'),
    json,
  }));

/** Serves requests beyond the limit, each delayed a tenth of a second longer than the one before, up to a second. */
const slowingDown: Change = (parts, tools) => {
  let beyond = 0;
  return {
    ...serving(parts, tools),
    finish: async (response, visit) => {
      const isWithin = valuesOf(response.headers, 'X-RateLimit-Remaining')[0] !== '0';
      beyond = isWithin || visit.identity.kind !== 'key' ? beyond : beyond + 1;
      return withDelivery(await parts.finish(response, visit), {
        delayMs: isWithin ? 0 : Math.min(beyond, 10) * 100,
      });
    },
  };
};

/** Refuses a key for ten minutes after it was limited, whatever Retry-After says. */
const outlasting: Change = (parts, { settings }) => {
  const blocked = new Map<string, number>();
  return {
    limiter: {
      ...parts.limiter,
      take: (bucket, now) => {
        if (now < (blocked.get(bucket.id) ?? 0)) {
          const usage = parts.limiter.show(bucket, now);
          const shown = { ...usage.shown, remaining: 0 };
          return { ...usage, shown, allowed: false, retryAt: now + settings.minuteMs / 2 };
        }
        const usage = parts.limiter.take(bucket, now);
        if (!usage.allowed && bucket.kind === 'key') blocked.set(bucket.id, now + 10 * settings.minuteMs);
        return usage;
      },
    },
  };
};

/**
 * Refuses a limited key for two minutes, and puts 60 in front of the right number in Retry-After, like a gateway that joins
 * two header lines.
 */
const joinedWaits: Change = (parts, tools) => {
  const blocked = new Map<string, number>();
  const longer: Change = ({ limiter }) => ({
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        const until = blocked.get(bucket.id) ?? 0;
        const usage = now < until ? limiter.show(bucket, now) : limiter.take(bucket, now);
        if (now >= until && (usage.allowed || bucket.kind !== 'key')) return usage;
        const retryAt = now < until ? until : now + 120_000;
        blocked.set(bucket.id, retryAt);
        return { ...usage, shown: { ...usage.shown, remaining: 0 }, allowed: false, retryAt };
      },
    },
  });
  return applyChanges(parts, [longer, retryAfter((seconds) => `60,${seconds}`)], tools);
};

/** Restarts the counter at the request that exceeds the limit. */
const wrappingAround: Change = (_parts, { settings }) => {
  const limiter = unbanned(settings);
  const beyond = new Map<string, number>();
  return {
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        const usage = limiter.take(bucket, now);
        const more = usage.allowed ? 0 : (beyond.get(bucket.id) ?? 0) + 1;
        beyond.set(bucket.id, more);
        if (more === 0) return usage;
        const { limit } = usage.shown;
        const shown = { ...usage.shown, remaining: limit - 1 - ((more - 1) % limit) };
        return { ...usage, allowed: true, shown };
      },
    },
  };
};

/** Counts all requests, but enforces the limit only for GET /categories. */
const limitingListsAlone: Change = (parts, { settings }) => {
  const limiter = unbanned(settings);
  let isList = false;
  return {
    bucket: (incoming, identity, route) => {
      isList = route.kind === 'operation' && route.operation === 'listCategories';
      return parts.bucket(incoming, identity, route);
    },
    limiter: {
      ...limiter,
      take: (bucket, now) => {
        const usage = limiter.take(bucket, now);
        return isList ? usage : { ...usage, allowed: true };
      },
    },
  };
};

export const limitingDefects: readonly Defect[] = [
  {
    id: 'limit-on-lists-alone',
    title: 'Counts all requests, but refuses only lists beyond the limit',
    story: "The proxy's rule matches only GET.",
    requirements: ['limit.enforced'],
    change: limitingListsAlone,
  },
  {
    id: 'limit-never-enforced',
    title: 'Serves requests beyond the limit',
    story: 'The limiter counts and sends headers, but nothing enforces it.',
    requirements: ['limit.enforced'],
    change: serving,
  },
  {
    id: 'limit-wraps-around',
    title: 'Wraps Remaining around to the limit after 0, with the same Reset',
    story: 'The counter is taken modulo the limit, and nothing compares the counter with the limit.',
    requirements: ['limit.enforced'],
    change: wrappingAround,
  },
  {
    id: 'limit-counted-in-batches',
    title: 'Serves twenty more requests after Remaining 0',
    story: 'The shared counter is synchronized every twenty requests.',
    requirements: ['limit.enforced'],
    change: (parts) => {
      const served = new Map<string, number>();
      return {
        limiter: {
          ...parts.limiter,
          take: (bucket, now) => {
            const usage = parts.limiter.take(bucket, now);
            const beyond = usage.allowed ? 0 : (served.get(bucket.id) ?? 0) + 1;
            served.set(bucket.id, beyond);
            return { ...usage, allowed: beyond <= 20 };
          },
        },
      };
    },
  },
  {
    id: 'limit-answers-503',
    title: 'Returns 503 for requests beyond the limit',
    story: 'The gateway returns the same error for everything it does not forward.',
    requirements: ['limit.enforced'],
    change: responding(503, 'unavailable'),
  },
  {
    id: 'limit-answers-403',
    title: 'Returns 403 for requests beyond the limit',
    story: 'The framework treats a quota as a permission.',
    requirements: ['limit.enforced'],
    change: responding(403, 'quota_exceeded'),
  },
  {
    id: 'limit-is-bare-503',
    title: 'Returns 503 without rate-limit headers for requests beyond the limit',
    story:
      "The application writes the headers, and nginx's limit_req in front of it refuses requests with 503.",
    requirements: ['limit.enforced'],
    change: respondingBare(503, 'unavailable'),
  },
  {
    id: 'limit-is-bare-403',
    title: 'Returns 403 without rate-limit headers for requests beyond the limit',
    story: 'The firewall counts requests, too, and refuses them with its own response.',
    requirements: ['headers.present', 'limit.enforced'],
    change: respondingBare(403, 'forbidden'),
  },
  {
    id: 'limit-served-bare',
    title: 'Serves requests beyond the limit, without rate-limit headers',
    story: 'The limiter fails open: once its counter overflows, its middleware is skipped.',
    requirements: ['headers.present', 'limit.enforced'],
    change: (parts, tools) => ({ ...serving(parts, tools), ...bareBeyond(parts, tools) }),
  },
  {
    id: 'limit-served-note',
    title: 'Returns 200 with a note for requests beyond the limit',
    story:
      'The gateway has its own response for a used-up quota, and the template of that response sets no status.',
    requirements: ['limit.enforced'],
    change: (parts, tools) => ({
      limiter: unbanned(tools.settings),
      ...servingInstead({ message: 'The quota is used up.' })(parts, tools),
    }),
  },
  {
    id: 'limit-served-empty',
    title: 'Returns 200 with an empty list for requests beyond the limit',
    story: 'The fallback of the circuit breaker also replaces the responses of the limiter.',
    requirements: ['limit.enforced'],
    change: (parts, tools) => ({
      limiter: unbanned(tools.settings),
      ...servingInstead([])(parts, tools),
    }),
  },
  {
    id: 'limit-slows-down',
    title: 'Serves requests beyond the limit, each 100 ms later than the one before',
    story:
      'The middleware of the limiter delays requests, as express-slow-down does, and nothing refuses them.',
    requirements: ['limit.enforced'],
    change: slowingDown,
  },
  {
    id: 'retry-after-missing',
    title: 'Sends a 429 without Retry-After',
    story: 'X-RateLimit-Reset was considered enough.',
    requirements: ['limit.retry-after'],
    change: refusal((reply) => ({
      ...reply,
      headers: reply.headers.filter(([name]) => name !== 'Retry-After'),
    })),
  },
  {
    id: 'retry-after-under-another-name',
    title: 'Sends the wait of a 429 in X-Retry-After',
    story: 'The header was named like the other three.',
    requirements: ['limit.retry-after'],
    change: refusal((reply) => ({
      ...reply,
      headers: reply.headers.map(([name, value]) => [name === 'Retry-After' ? `X-${name}` : name, value]),
    })),
  },
  {
    id: 'retry-after-with-unit',
    title: 'Sends Retry-After with a unit',
    story: 'A routine for human-readable durations writes the header.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds) => `${seconds}s`),
  },
  {
    id: 'retry-after-timestamp',
    title: 'Sends Retry-After as a Unix timestamp',
    story: 'The value of X-RateLimit-Reset is copied.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => String(Math.ceil(now / 1000) + seconds)),
  },
  {
    id: 'retry-after-iso-date',
    title: 'Sends Retry-After as an ISO date',
    story: 'A date is converted to a string by its default method.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => new Date(now + seconds * 1000).toISOString()),
  },
  {
    id: 'retry-after-negative',
    title: 'Sends a negative Retry-After',
    story: 'The operands of the subtraction are swapped.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds) => String(-seconds)),
  },
  {
    id: 'retry-after-local-date',
    title: 'Sends Retry-After as a date in the wrong time zone',
    story: 'Local time, two hours behind, is labeled GMT.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => new Date(now + (seconds - 7_200) * 1000).toUTCString()),
  },
  {
    id: 'retry-after-in-milliseconds',
    title: 'Sends Retry-After in milliseconds',
    story: "The language's timers take milliseconds, and the value is passed on.",
    requirements: ['limit.retry-after-agrees'],
    change: retryAfter((seconds) => String(seconds * 1000)),
  },
  {
    id: 'retry-after-is-the-window',
    title: 'Sends the length of the window as Retry-After, in milliseconds',
    story: 'The 429 handler writes the setting windowMs.',
    requirements: ['limit.retry-after-agrees'],
    change: retryAfter(() => '60000'),
  },
  {
    id: 'pet-limit-with-unit',
    title: 'Limits the pet operation separately, and sends Retry-After with a unit there',
    story: 'An older service behind the gateway has its own limiter.',
    requirements: ['limit.retry-after-value'],
    needs: ['thorough'],
    change: editPace('getPet', 2, '2s'),
  },
  {
    id: 'retry-after-one',
    title: 'Always sends 1 as Retry-After',
    story: 'The shortest wait was used as a placeholder.',
    requirements: ['limit.recovers'],
    change: retryAfter(() => '1'),
  },
  {
    id: 'retry-after-half',
    title: 'Sends half of the time to Reset as Retry-After, while the window stays closed',
    story:
      'Clients are meant to come back early, so that they do not all come back at the end of the window.',
    requirements: ['limit.recovers'],
    change: retryAfter((seconds) => String(Math.max(1, Math.floor(seconds / 2)))),
  },
  {
    id: 'block-outlasts-retry-after',
    title: 'Refuses a key for ten minutes once it reaches the limit',
    story: 'The code that writes Retry-After does not know about the penalty for reaching the limit.',
    requirements: ['limit.recovers'],
    change: outlasting,
  },
  {
    id: 'retry-after-joined',
    title: 'Sends the waits of two limiters as one Retry-After, joined by a comma without a space',
    story:
      'The gateway joins headers of the same name, and the limiter behind the gateway refuses the key for longer.',
    requirements: ['limit.retry-after-value'],
    change: joinedWaits,
  },
];
