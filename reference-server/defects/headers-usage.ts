import type { Change, Defect } from '../changes/change.ts';
import { editRateHeaders, isOperation } from '../changes/edits.ts';
import { fixedWindow } from '../gauge.ts';
import type { Bucket, Limiter, Usage } from '../limiter.ts';
import { createLimiter } from '../limiter.ts';
import type { HeaderLine } from '../response.ts';

/** Rewrites one of the three headers. */
const rewriting = (
  header: 'Limit' | 'Remaining' | 'Reset',
  rewrite: (value: number, usage: Usage) => string,
): Change =>
  editRateHeaders((lines, usage) =>
    lines.map(
      ([name, value]): HeaderLine =>
        name === `X-RateLimit-${header}` ? [name, rewrite(Number(value), usage)] : [name, value],
    ),
  );

/** In every other list, shows the day's Limit together with the minute's Remaining. */
const alternateLimit: Change = (parts, tools) => {
  let lists = 0;
  return editRateHeaders((lines, { spans: [, day] }, { route }) => {
    if (!isOperation(route, 'listCategories')) return lines;
    lists += 1;
    if (lists % 2 === 1) return lines;
    return lines.map(
      ([name, value]): HeaderLine =>
        name === 'X-RateLimit-Limit' ? [name, String(day.limit)] : [name, value],
    );
  })(parts, tools);
};

/** Sends the headers of a window's first list with every later list in that window. */
const listHeadersKept: Change = (parts, tools) => {
  const kept = new Map<number, readonly HeaderLine[]>();
  return editRateHeaders((lines, { allowed, shown }, { route, identity }) => {
    if (!allowed || identity.kind !== 'key' || !isOperation(route, 'listCategories')) return lines;
    const first = kept.get(shown.resetAt) ?? lines;
    kept.set(shown.resetAt, first);
    return first;
  })(parts, tools);
};

/** Shows the same Remaining in all lists within ten seconds, as if the headers were cached. */
const listHeadersRefreshed: Change = (parts, tools) => {
  let kept: { readonly lines: readonly HeaderLine[]; readonly at: number } | undefined;
  return editRateHeaders((lines, { allowed }, { route, identity }) => {
    if (!allowed || identity.kind !== 'key' || !isOperation(route, 'listCategories')) return lines;
    if (kept === undefined || tools.now() - kept.at >= 10_000) kept = { lines, at: tools.now() };
    return kept.lines;
  })(parts, tools);
};

/** Counts only requests with a body. */
const onlyBodiesCounted: Change = (parts, { settings }) => {
  const limiter = createLimiter(
    { ...settings, ban: { after: Number.MAX_SAFE_INTEGER, lastsMs: 0 } },
    fixedWindow,
  );
  const free = new WeakSet<Bucket>();
  const take: Limiter['take'] = (bucket, now) =>
    free.has(bucket) ? limiter.show(bucket, now) : limiter.take(bucket, now);
  return {
    limiter: { ...limiter, take },
    bucket: (incoming, identity, route) => {
      const bucket = { ...parts.bucket(incoming, identity, route) };
      if (incoming.method === 'GET') free.add(bucket);
      return bucket;
    },
  };
};

const resetDefect = (
  id: string,
  title: string,
  story: string,
  rewrite: (epochSeconds: number, now: number) => string,
): Defect => ({
  id,
  title,
  story,
  requirements: ['headers.reset'],
  change: (parts, tools) =>
    rewriting('Reset', (epochSeconds) => rewrite(epochSeconds, tools.now()))(parts, tools),
});

export const headerUsageDefects: readonly Defect[] = [
  resetDefect(
    'reset-in-seconds-to-go',
    'Sends X-RateLimit-Reset as seconds to wait',
    'The format of the RateLimit drafts is used under the older name.',
    (reset, now) => String(Math.max(1, Math.ceil(reset - now / 1000))),
  ),
  resetDefect(
    'reset-in-milliseconds',
    'Sends X-RateLimit-Reset in milliseconds',
    "The language's clock counts milliseconds.",
    (reset) => String(reset * 1000),
  ),
  resetDefect(
    'reset-iso-date',
    'Sends X-RateLimit-Reset as an ISO date',
    'A date is converted to a string by its default method.',
    (reset) => new Date(reset * 1000).toISOString(),
  ),
  resetDefect(
    'reset-http-date',
    'Sends X-RateLimit-Reset as an HTTP-date',
    'The routine that writes Date and Retry-After also writes this header.',
    (reset) => new Date(reset * 1000).toUTCString(),
  ),
  resetDefect(
    'reset-two-hours-ago',
    'Sends X-RateLimit-Reset two hours in the past',
    'Local time is treated as UTC.',
    (reset) => String(reset - 7200),
  ),
  resetDefect(
    'reset-in-two-days',
    'Sends X-RateLimit-Reset two days ahead',
    'The code computes the midnight after the next one.',
    (reset) => String(reset + 2 * 86_400),
  ),
  {
    id: 'remaining-stands-still',
    title: 'Keeps X-RateLimit-Remaining unchanged until the limit is reached',
    story: 'The header is written from the counter at the start of the window.',
    requirements: ['headers.usage'],
    change: rewriting('Remaining', (_remaining, { allowed, shown }) =>
      allowed ? String(Math.max(0, shown.limit - 1)) : '0',
    ),
  },
  {
    id: 'remaining-always-limit',
    title: 'Sends X-RateLimit-Remaining equal to the limit while requests are served',
    story: 'The counter is in another system, which only says whether the quota is exhausted.',
    requirements: ['headers.usage'],
    change: rewriting('Remaining', (_remaining, { allowed, shown }) => (allowed ? String(shown.limit) : '0')),
  },
  {
    id: 'list-headers-kept',
    title:
      "Repeats the headers of a window's first list in its later lists, although Remaining falls for creations",
    story: 'A cache in the application keeps the list together with its headers, and sends no Age.',
    requirements: ['headers.usage'],
    change: listHeadersKept,
  },
  {
    id: 'list-headers-refreshed',
    title: 'Updates the headers of lists only every ten seconds, while Remaining falls for creations',
    story: 'Lists read the counter from a replica that is synchronized from time to time.',
    requirements: ['headers.usage'],
    change: listHeadersRefreshed,
  },
  {
    id: 'only-bodies-counted',
    title: 'Counts only requests with a body',
    story: 'The limiter charges by the bytes of the request body, and a list has none.',
    requirements: ['headers.usage', 'limit.enforced'],
    change: onlyBodiesCounted,
  },
  {
    id: 'limit-alternates',
    title: 'Alternates X-RateLimit-Limit between minute and day, while Reset always belongs to the minute',
    story: 'Two limiters write the same header, and the last one wins.',
    requirements: ['headers.limit-steady'],
    change: alternateLimit,
  },
];
