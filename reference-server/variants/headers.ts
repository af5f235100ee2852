import type { Change, Variant } from '../changes/change.ts';
import type { Usage } from '../limiter.ts';

/** Shows a limit other than the one with the least remaining. */
const describing = (edit: (usage: Usage) => Usage): Change => {
  return (parts) => ({ rateHeaders: (usage, now, visit) => parts.rateHeaders(edit(usage), now, visit) });
};

const alternating: Change = (parts, tools) => {
  let responses = 0;
  return describing((usage) => {
    responses += 1;
    return usage.allowed ? { ...usage, shown: usage.spans[responses % 2 === 0 ? 0 : 1] } : usage;
  })(parts, tools);
};

export const headerVariants: readonly Variant[] = [
  {
    id: 'minute-and-day-in-turn',
    title: 'Alternates the headers between the minute quota and the daily quota',
    legal: 'The headers may describe either window and may alternate.',
    warnings: [],
    change: alternating,
  },
  {
    id: 'day-described',
    title: 'Reports only the daily quota in the headers',
    legal: 'The headers may describe either window, and a 429 may come while Remaining is above 0.',
    warnings: [],
    change: describing((usage) => ({ ...usage, shown: usage.spans[1] })),
  },
  {
    id: 'state-before-request',
    title: 'Does not count the current request in the headers',
    legal: 'The specification does not say whether the current usage includes the request.',
    warnings: [],
    change: describing((usage) => {
      const { shown } = usage;
      const remaining = Math.min(shown.limit, shown.remaining + 1);
      return usage.allowed ? { ...usage, shown: { ...shown, remaining } } : usage;
    }),
  },
  {
    id: 'retry-after-date',
    title: 'Sends Retry-After as an HTTP-date',
    legal: 'The unit of Retry-After is not specified, and RFC 9110 10.2.3 allows a date.',
    warnings: [],
    change: (parts) => ({
      tooMany: (usage, now, visit) => {
        const reply = parts.tooMany(usage, now, visit);
        const date = new Date(Math.ceil(usage.retryAt / 1000) * 1000).toUTCString();
        return { ...reply, headers: [['Retry-After', date]] };
      },
    }),
  },
  {
    id: '429-empty',
    title: 'Sends a 429 without a body',
    legal: 'The body of the 429 response is not specified.',
    warnings: [],
    change: (parts) => ({
      tooMany: (usage, now, visit) => {
        const { status, headers } = parts.tooMany(usage, now, visit);
        return { status, headers };
      },
    }),
  },
];
