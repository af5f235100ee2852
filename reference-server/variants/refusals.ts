import type { Change, Variant } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editResponses, isOperation, withStatus } from '../changes/edits.ts';
import { withHeader, withoutHeader } from '../changes/headers.ts';
import type { Bucket, Limiter, Usage } from '../limiter.ts';
import type { OperationId } from '../routing.ts';

/**
 * Passes each request with a key to a function before counting it. If the function returns a time in epoch ms, the key is
 * refused until then.
 */
const refusing = (find: () => (bucket: Bucket, now: number) => number | undefined): Change => {
  return ({ limiter }) => {
    const refusedUntil = find();
    const take: Limiter['take'] = (bucket, now) => {
      const retryAt = bucket.kind === 'key' ? refusedUntil(bucket, now) : undefined;
      if (retryAt === undefined) return limiter.take(bucket, now);
      return { ...limiter.show(bucket, now), allowed: false, retryAt };
    };
    return { limiter: { ...limiter, take } };
  };
};

/** Allows at most `most` requests with the same key within a second. */
const eachSecond = (most: number): Change =>
  refusing(() => {
    const served = new Map<string, number[]>();
    return ({ id }, now) => {
      const recent = (served.get(id) ?? []).filter((at) => at + 1_000 > now);
      served.set(id, recent);
      const [oldest = now] = recent;
      if (recent.length >= most) return oldest + 1_000;
      recent.push(now);
      return undefined;
    };
  });

/** Allows 400 requests with the same key per minute, and at most twenty lists within a second. */
const listsInBursts: Change = (parts, tools) => {
  const { limiter = parts.limiter } = eachSecond(20)(parts, tools);
  let isList = false;
  return {
    bucket: (incoming, identity, route) => {
      isList = isOperation(route, 'listCategories');
      const bucket = parts.bucket(incoming, identity, route);
      return { ...bucket, limits: { ...bucket.limits, minute: 400 } };
    },
    limiter: {
      ...parts.limiter,
      take: (bucket, now) => (isList ? limiter : parts.limiter).take(bucket, now),
    },
  };
};

/** Allows six requests with the same key at once, and four more per second, like nginx with a burst. */
const inLeakyBucket = refusing(() => {
  const buckets = new Map<string, { level: number; at: number }>();
  return ({ id }, now) => {
    const bucket = buckets.get(id) ?? { level: 0, at: now };
    buckets.set(id, bucket);
    const level = Math.max(0, bucket.level - ((now - bucket.at) * 4) / 1_000);
    if (level > 5) return now + Math.ceil(((level - 5) * 1_000) / 4);
    Object.assign(bucket, { level: level + 1, at: now });
    return undefined;
  };
});

/** Limits only requests to one operation. */
const onlyFor =
  (operation: OperationId, change: Change): Change =>
  (parts, tools) => {
    const { limiter = parts.limiter } = change(parts, tools);
    let isLimited = false;
    return {
      bucket: (incoming, identity, route) => {
        isLimited = isOperation(route, operation);
        return parts.bucket(incoming, identity, route);
      },
      limiter: {
        ...parts.limiter,
        take: (bucket, now) => (isLimited ? limiter : parts.limiter).take(bucket, now),
      },
    };
  };

/** Refuses every seventeenth request for a moment. */
const straying = refusing(() => {
  let arrived = 0;
  return (_bucket, now) => {
    arrived += 1;
    return arrived % 17 === 0 ? now + 1 : undefined;
  };
});

/** Refuses a key for ninety seconds after it reached the limit, and says so in Retry-After. */
const blocking: Change = ({ limiter }) => {
  const blockedUntil = new Map<string, number>();
  const take: Limiter['take'] = (bucket, now) => {
    const until = blockedUntil.get(bucket.id) ?? 0;
    if (now < until) return { ...limiter.show(bucket, now), allowed: false, retryAt: until };
    const usage = limiter.take(bucket, now);
    if (usage.allowed) return usage;
    blockedUntil.set(bucket.id, now + 90_000);
    return { ...usage, retryAt: now + 90_000 };
  };
  return { limiter: { ...limiter, take } };
};

/** Rewrites Retry-After; undefined keeps it. */
const retryAfterAs = (write: (usage: Usage) => string | undefined): Change => {
  return (parts) => ({
    tooMany: (usage, now, visit) => {
      const reply = parts.tooMany(usage, now, visit);
      const value = write(usage);
      return value === undefined ? reply : { ...reply, headers: [['Retry-After', value]] };
    },
  });
};

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Returns the parts of an HTTP-date, rounded up to whole seconds. `at` is in epoch milliseconds. */
function dateParts(at: number) {
  const date = new Date(Math.ceil(at / 1_000) * 1_000);
  const [, day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return { weekday: WEEKDAYS[date.getUTCDay()] ?? '', day, month, year, time };
}

/** Writes a date as `Sunday, 06-Nov-94 08:49:37 GMT`. */
function rfc850Date({ retryAt }: Usage): string {
  const { weekday, day, month, year, time } = dateParts(retryAt);
  return `${weekday}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
}

/** Writes a date as `Sun Nov  6 08:49:37 1994`, which is UTC. */
function asctimeDate({ retryAt }: Usage): string {
  const { weekday, day, month, year, time } = dateParts(retryAt);
  return `${weekday.slice(0, 3)} ${month} ${day.replace(/^0/, ' ')} ${time} ${year}`;
}

/** Closes every connection after fifteen 401s, like a firewall that bans the client's address. */
const banningAddress: Change = (parts) => {
  let refused = 0;
  return {
    finish: async (response, visit) => {
      if (refused === 15) return withDelivery(response, { cut: 'before-response' });
      if (response.status === 401) refused += 1;
      return parts.finish(response, visit);
    },
  };
};

const STRAY = 'A 429 may come while Remaining is above 0.';
const OLD_FORM = 'RFC 9110 5.6.7: an HTTP-date has three forms, and a recipient must accept each of them.';

export const refusalVariants: readonly Variant[] = [
  {
    id: 'burst-limit',
    title: 'Serves at most ten requests a second',
    legal: STRAY,
    warnings: [],
    change: eachSecond(10),
  },
  {
    id: 'burst-limit-of-lists',
    title: 'Serves 400 requests a minute, and at most twenty lists a second',
    legal: STRAY,
    warnings: [],
    change: listsInBursts,
  },
  {
    id: 'leaky-bucket-in-front',
    title: 'Limits requests to a burst of six, then four a second, in addition to the limit per minute',
    legal: STRAY,
    warnings: [],
    change: inLeakyBucket,
  },
  {
    id: 'creations-in-a-leaky-bucket',
    title: 'Limits POSTs to a burst of six, then four a second, in addition to the limit per minute',
    legal: STRAY,
    warnings: [],
    change: onlyFor('createCategory', inLeakyBucket),
  },
  {
    id: '429-stray',
    title: 'Returns 429 for every seventeenth request',
    legal: STRAY,
    warnings: [],
    change: straying,
  },
  {
    id: '429-stray-at-once',
    title: 'Returns 429 for every seventeenth request and allows an immediate retry',
    legal: `${STRAY} A Retry-After of 0 is valid and not in the past.`,
    warnings: [],
    change: (parts, tools) => {
      const { limiter } = straying(parts, tools);
      const atOnce = retryAfterAs(({ shown }) => (shown.remaining > 0 ? '0' : undefined));
      return { ...atOnce(parts, tools), ...(limiter === undefined ? {} : { limiter }) };
    },
  },
  {
    id: 'blocked-for-90-seconds',
    title: 'Refuses a client for longer than the window once the client reaches the limit',
    legal: 'Limits, rule 3: Retry-After gives the wait, which may be later than Reset.',
    warnings: [],
    change: blocking,
  },
  {
    id: 'retry-after-rfc850',
    title: 'Sends Retry-After as a date with the full weekday',
    legal: OLD_FORM,
    warnings: [],
    change: retryAfterAs(rfc850Date),
  },
  {
    id: 'retry-after-asctime',
    title: "Sends Retry-After as a date in the format of C's asctime",
    legal: OLD_FORM,
    warnings: [],
    change: retryAfterAs(asctimeDate),
  },
  {
    id: '429-page',
    title: 'Sends an HTML page with 429',
    legal: 'The body of the 429 response is not specified.',
    warnings: [],
    change: editResponses(withStatus(429), (response) => ({
      ...withHeader(withoutHeader(response, 'Content-Type'), 'Content-Type', 'text/html; charset=utf-8'),
      body: new TextEncoder().encode('<!doctype html><title>Slow down</title><p>Too many requests.'),
    })),
  },
  {
    id: 'token-not-ascii-400',
    title: 'Sends a plain 400 for a header value that is not ASCII',
    legal:
      'Something in front of the service may refuse the header. A token that is not ASCII is invalid, and any 4xx refuses it.',
    warnings: [],
    change: editResponses(
      (_response, { incoming }) => incoming.headers.some(([, value]) => /[^\x20-\x7e]/.test(value)),
      () => ({
        status: 400,
        headers: [['Content-Type', 'text/html']],
        body: new TextEncoder().encode('<title>400 Bad Request</title>'),
      }),
    ),
  },
  {
    id: 'token-not-ascii-closes-everywhere',
    title: 'Closes the connection, whatever the path, if a header value is not ASCII',
    legal:
      'A failure that also happens at an unknown path happens in front of the service, which never sees the token.',
    warnings: [],
    change: editResponses(
      (_response, { incoming }) => incoming.headers.some(([, value]) => /[^\x20-\x7e]/.test(value)),
      (response) => withDelivery(response, { cut: 'before-response' }),
    ),
  },
  {
    id: 'firewall-after-wrong-keys',
    title: 'Closes every connection after fifteen 401s',
    legal:
      'A firewall in front of the service may count wrong keys, and its bans say nothing about the service.',
    warnings: [],
    change: banningAddress,
  },
];
