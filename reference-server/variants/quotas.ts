import type { Change, Variant } from '../changes/change.ts';
import { editPace } from '../changes/edits.ts';
import { fixedWindow, type MakeGauge } from '../gauge.ts';
import { createLimiter } from '../limiter.ts';
import type { Limits } from '../options.ts';
import type { Route } from '../routing.ts';

/** Gives each bucket limits that differ from those of its plan. */
const limitedTo = (edit: (limits: Limits, route: Route) => Limits): Change => {
  return (parts) => ({
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      return { ...bucket, limits: edit(bucket.limits, route) };
    },
  });
};

/**
 * Creates a fixed window that other clients have already used, so the first window has room for only `left` requests.
 */
const usedBefore = (left: number): MakeGauge => {
  return (limit, spanMs) => {
    const gauge = fixedWindow(limit, spanMs);
    let begun = false;
    const begin = (now: number): void => {
      for (let taken = left; taken < limit && !begun; taken += 1) gauge.take(now);
      begun = true;
    };
    return {
      ...gauge,
      left: (now) => {
        begin(now);
        return gauge.left(now);
      },
    };
  };
};

/** Doubles the limit at the fortieth request, as after an upgrade of the plan. */
const doubled: MakeGauge = (limit, spanMs) => {
  const gauge = fixedWindow(2 * limit, spanMs);
  let taken = 0;
  const isRaised = (): boolean => taken >= 40;
  return {
    ...gauge,
    get limit() {
      return isRaised() ? 2 * limit : limit;
    },
    left: (now) => gauge.left(now) - (isRaised() ? 0 : limit),
    take: (now) => {
      taken += 1;
      gauge.take(now);
    },
  };
};

/** Reduces the limit by a third from the thirtieth request on, as after a downgrade of the plan. */
const lowered: MakeGauge = (limit, spanMs) => {
  const gauge = fixedWindow(limit, spanMs);
  const less = Math.ceil(limit / 3);
  let taken = 0;
  const isLowered = (): boolean => taken >= 30;
  return {
    ...gauge,
    get limit() {
      return isLowered() ? limit - less : limit;
    },
    left: (now) => gauge.left(now) - (isLowered() ? less : 0),
    take: (now) => {
      taken += 1;
      gauge.take(now);
    },
  };
};

/**
 * Limits each operation separately. Operations other than the list have a quarter of the plan's limit per minute, and the
 * whole limit per day.
 */
const perRoute: Change = (parts, tools) => {
  const limited = limitedTo(({ minute, day }, route) => {
    const isList = route.kind === 'operation' && route.operation === 'listCategories';
    return isList ? { minute, day } : { minute: Math.ceil(minute / 4), day };
  })(parts, tools);
  return {
    bucket: (incoming, identity, route) => {
      const bucket = (limited.bucket ?? parts.bucket)(incoming, identity, route);
      return { ...bucket, id: `${bucket.id} ${route.kind === 'operation' ? route.operation : route.kind}` };
    },
  };
};

const ENTERPRISE = 'The quotas of Enterprise are agreed with each customer and not published.';
const SHARED = 'Others may have used the key before the run started.';

export const quotaVariants: readonly Variant[] = [
  {
    id: 'limit-of-five',
    title: 'Serves five requests a minute',
    legal: ENTERPRISE,
    warnings: [],
    change: limitedTo(({ day }) => ({ minute: 5, day })),
  },
  {
    id: 'limit-of-one',
    title: 'Serves one request a minute',
    legal: ENTERPRISE,
    warnings: [],
    change: limitedTo(({ day }) => ({ minute: 1, day })),
  },
  {
    id: 'limit-of-a-million',
    title: 'Serves a million requests a minute',
    legal: ENTERPRISE,
    warnings: [],
    change: limitedTo(() => ({ minute: 1_000_000, day: 1_000_000_000 })),
  },
  {
    id: 'day-alone',
    title: 'Enforces only the daily limit',
    legal: `${ENTERPRISE} The headers may describe the day.`,
    warnings: [],
    change: limitedTo(({ day }) => ({ minute: 1_000_000, day })),
  },
  {
    id: 'minute-nearly-spent',
    title: 'Has three requests left in the first minute',
    legal: SHARED,
    warnings: [],
    change: (_parts, { settings }) => ({
      limiter: createLimiter(settings, (limit, spanMs) =>
        (spanMs === settings.minuteMs ? usedBefore(3) : fixedWindow)(limit, spanMs),
      ),
    }),
  },
  {
    id: 'day-nearly-spent',
    title: 'Has thirty requests left for the day',
    legal: `${SHARED} The limit per day applies like the limit per minute.`,
    warnings: [],
    change: (_parts, { settings }) => ({
      limiter: createLimiter(settings, (limit, spanMs) =>
        (spanMs === settings.dayMs ? usedBefore(30) : fixedWindow)(limit, spanMs),
      ),
    }),
  },
  {
    id: 'limits-per-route',
    title: 'Has a separate bucket of a different size for each operation',
    legal: 'Buckets may be per route.',
    warnings: [],
    change: perRoute,
  },
  {
    id: 'pet-limited',
    title: 'Serves the pet operation only every other second',
    legal: 'Buckets may be per route, and a 429 may come while Remaining is above 0.',
    warnings: [],
    change: editPace('getPet', 2, '2'),
  },
  {
    id: 'limit-raised',
    title: 'Doubles the limit during the run',
    legal: 'Limits, rule 5: a plan may be upgraded; headers.limit-steady allows one change.',
    warnings: [],
    change: (_parts, { settings }) => ({ limiter: createLimiter(settings, doubled) }),
  },
  {
    id: 'limit-lowered',
    title: 'Lowers the limit by a third during the run',
    legal: 'Plans change; headers.limit-steady allows one change in either direction.',
    warnings: [],
    change: (_parts, { settings }) => ({ limiter: createLimiter(settings, lowered) }),
  },
  {
    id: 'limit-per-second',
    title: 'Serves eight requests a second',
    legal: `${ENTERPRISE} The period is agreed, too.`,
    warnings: [],
    change: (_parts, { settings }) => ({
      limiter: createLimiter(settings, (limit, spanMs) =>
        spanMs === settings.minuteMs ? fixedWindow(8, 1_000) : fixedWindow(limit, spanMs),
      ),
    }),
  },
  {
    id: 'day-all-but-spent',
    title: 'Has four requests left for the day',
    legal: `${SHARED} A run that would have to wait for a day ends early, and everything that it saw was correct.`,
    warnings: [],
    change: (_parts, { settings }) => ({
      limiter: createLimiter(settings, (limit, spanMs) =>
        (spanMs === settings.dayMs ? usedBefore(4) : fixedWindow)(limit, spanMs),
      ),
    }),
  },
];
