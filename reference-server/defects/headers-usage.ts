import type { Change, Defect } from '../change.ts';
import { editRateHeaders, names } from '../edits.ts';
import type { Usage } from '../limits/limiter.ts';
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

/** Shows the day's limit next to what remains of the minute in every other list. */
const alternateLimit: Change = (parts, tools) => {
  let lists = 0;
  return editRateHeaders((lines, { spans: [, day] }, { route }) => {
    if (!names(route, 'listCategories')) return lines;
    lists += 1;
    if (lists % 2 === 1) return lines;
    return lines.map(
      ([name, value]): HeaderLine =>
        name === 'X-RateLimit-Limit' ? [name, String(day.limit)] : [name, value],
    );
  })(parts, tools);
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
    'X-RateLimit-Reset counts seconds to go',
    'The form of the RateLimit drafts is used under the older name.',
    (reset, now) => String(Math.max(1, Math.ceil(reset - now / 1000))),
  ),
  resetDefect(
    'reset-in-milliseconds',
    'X-RateLimit-Reset is in milliseconds',
    'The clock of the language counts milliseconds.',
    (reset) => String(reset * 1000),
  ),
  resetDefect(
    'reset-iso-date',
    'X-RateLimit-Reset is an ISO date',
    'A date is turned into text by its own method.',
    (reset) => new Date(reset * 1000).toISOString(),
  ),
  resetDefect(
    'reset-http-date',
    'X-RateLimit-Reset is an HTTP-date',
    'The routine that writes Date and Retry-After writes this header too.',
    (reset) => new Date(reset * 1000).toUTCString(),
  ),
  resetDefect(
    'reset-two-hours-ago',
    'X-RateLimit-Reset lies two hours in the past',
    'Local time is taken for UTC.',
    (reset) => String(reset - 7200),
  ),
  resetDefect(
    'reset-in-two-days',
    'X-RateLimit-Reset lies two days ahead',
    'The day after the next midnight is taken for the next midnight.',
    (reset) => String(reset + 2 * 86_400),
  ),
  {
    id: 'remaining-stands-still',
    title: 'X-RateLimit-Remaining stands still until the limit is reached',
    story: 'The header is written from the counter as it was when the window began.',
    requirements: ['headers.usage'],
    change: rewriting('Remaining', (_remaining, { allowed, shown }) =>
      allowed ? String(Math.max(0, shown.limit - 1)) : '0',
    ),
  },
  {
    id: 'remaining-always-limit',
    title: 'X-RateLimit-Remaining always equals the limit while requests are served',
    story: 'The counter is kept elsewhere and only asked whether it is exhausted.',
    requirements: ['headers.usage'],
    change: rewriting('Remaining', (_remaining, { allowed, shown }) => (allowed ? String(shown.limit) : '0')),
  },
  {
    id: 'limit-alternates',
    title: 'Limit shows the minute and the day in turn, Reset the minute alone',
    story: 'Two limiters write the same header, and one of them wins.',
    requirements: ['headers.limit-steady'],
    change: alternateLimit,
  },
];
