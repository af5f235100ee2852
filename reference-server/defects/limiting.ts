import type { Change, Defect } from '../change.ts';
import { fixedWindow } from '../limits/gauge.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Settings } from '../options.ts';
import { problem } from '../problem.ts';
import { limiterOf } from '../reference-parts.ts';
import { type HeaderLine, type Reply, valuesOf } from '../response.ts';

const refusal = (edit: (reply: Reply, now: number) => Reply): Change => {
  return (parts) => ({ tooMany: (usage, now, visit) => edit(parts.tooMany(usage, now, visit), now) });
};

/** Rewrites Retry-After; `seconds` is its right value, `now` in epoch milliseconds. */
const retryAfter = (rewrite: (seconds: number, now: number) => string): Change =>
  refusal((reply, now) => {
    const seconds = Number(valuesOf(reply.headers, 'Retry-After')[0] ?? 1);
    const line: HeaderLine = ['Retry-After', rewrite(seconds, now)];
    return { ...reply, headers: [...reply.headers.filter(([name]) => name !== 'Retry-After'), line] };
  });

/** Bans nobody: without a 429 no client knows that it should stop. */
const unbanned = (settings: Settings): Limiter =>
  limiterOf({ ...settings, ban: { after: Number.MAX_SAFE_INTEGER, lastsMs: 0 } }, fixedWindow);

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

/** Refuses a key for ten minutes after it was limited, whatever Retry-After said. */
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

export const limitingDefects: readonly Defect[] = [
  {
    id: 'limit-never-enforced',
    title: 'Requests are served beyond the limit',
    story: 'The limiter counts and tells, and nothing acts on it.',
    requirements: ['limit.enforced'],
    change: (_parts, { settings }) => {
      const limiter = unbanned(settings);
      return {
        limiter: { ...limiter, take: (bucket, now) => ({ ...limiter.take(bucket, now), allowed: true }) },
      };
    },
  },
  {
    id: 'limit-wraps-around',
    title: 'Remaining starts again at the top after 0, with the same Reset',
    story: 'The counter is taken modulo the limit, and nothing compares it with anything.',
    requirements: ['limit.enforced'],
    change: wrappingAround,
  },
  {
    id: 'limit-counted-in-batches',
    title: 'Twenty more requests are served after Remaining 0',
    story: 'The counter that all instances share is brought up to date every twenty requests.',
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
    title: 'Requests beyond the limit are answered 503',
    story: 'The gateway has one answer for whatever it will not pass on.',
    requirements: ['limit.enforced'],
    change: responding(503, 'unavailable'),
  },
  {
    id: 'limit-answers-403',
    title: 'Requests beyond the limit are answered 403',
    story: 'A quota is a matter of permission in the framework used.',
    requirements: ['limit.enforced'],
    change: responding(403, 'quota_exceeded'),
  },
  {
    id: 'retry-after-missing',
    title: '429 has no Retry-After',
    story: 'X-RateLimit-Reset is thought to say it.',
    requirements: ['limit.retry-after'],
    change: refusal((reply) => ({
      ...reply,
      headers: reply.headers.filter(([name]) => name !== 'Retry-After'),
    })),
  },
  {
    id: 'retry-after-under-another-name',
    title: '429 says the time in X-Retry-After',
    story: 'The header was named like the three others.',
    requirements: ['limit.retry-after'],
    change: refusal((reply) => ({
      ...reply,
      headers: reply.headers.map(([name, value]) => [name === 'Retry-After' ? `X-${name}` : name, value]),
    })),
  },
  {
    id: 'retry-after-with-unit',
    title: 'Retry-After has a unit',
    story: 'A routine for people writes the header.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds) => `${seconds}s`),
  },
  {
    id: 'retry-after-timestamp',
    title: 'Retry-After is a Unix timestamp',
    story: 'The value of X-RateLimit-Reset is copied.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => String(Math.ceil(now / 1000) + seconds)),
  },
  {
    id: 'retry-after-iso-date',
    title: 'Retry-After is an ISO date',
    story: 'A date is turned into text by its own method.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => new Date(now + seconds * 1000).toISOString()),
  },
  {
    id: 'retry-after-negative',
    title: 'Retry-After is negative',
    story: 'The difference is taken the wrong way round.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds) => String(-seconds)),
  },
  {
    id: 'retry-after-local-date',
    title: 'Retry-After is a date of the wrong time zone',
    story: 'Local time, two hours behind, is written with GMT behind it.',
    requirements: ['limit.retry-after-value'],
    change: retryAfter((seconds, now) => new Date(now + (seconds - 7_200) * 1000).toUTCString()),
  },
  {
    id: 'retry-after-one',
    title: 'Retry-After always says 1',
    story: 'The shortest wait was put in as a placeholder.',
    requirements: ['limit.recovers'],
    change: retryAfter(() => '1'),
  },
  {
    id: 'block-outlasts-retry-after',
    title: 'A limited key stays refused for ten minutes',
    story: 'A penalty for those who reach the limit is not told to the part that writes Retry-After.',
    requirements: ['limit.recovers'],
    change: outlasting,
  },
];
