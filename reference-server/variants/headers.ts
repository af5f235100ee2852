import type { Change, Variant } from '../change.ts';
import type { Usage } from '../limits/limiter.ts';

/** Shows another usage than the one with the least remaining. */
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
    title: 'The headers describe the minute and the day in turn',
    legal: 'Reading 2: they may describe either and may alternate.',
    warnings: [],
    change: alternating,
  },
  {
    id: 'day-described',
    title: 'The headers describe the day alone',
    legal: 'Readings 2 and 4: either may be described, and 429 may come while Remaining is above 0.',
    warnings: [],
    change: describing((usage) => ({ ...usage, shown: usage.spans[1] })),
  },
  {
    id: 'state-before-request',
    title: 'The headers describe the state before the request',
    legal: 'Whether the request itself is in the current usage is not stated.',
    warnings: [],
    change: describing((usage) => {
      const { shown } = usage;
      const remaining = Math.min(shown.limit, shown.remaining + 1);
      return usage.allowed ? { ...usage, shown: { ...shown, remaining } } : usage;
    }),
  },
  {
    id: 'retry-after-date',
    title: 'Retry-After is an HTTP-date',
    legal: 'The unit of Retry-After is not shown, and the date is the other form of RFC 9110 10.2.3.',
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
    title: '429 has no body',
    legal: 'The body of the 429 response is not shown.',
    warnings: [],
    change: (parts) => ({
      tooMany: (usage, now, visit) => {
        const { status, headers } = parts.tooMany(usage, now, visit);
        return { status, headers };
      },
    }),
  },
];
