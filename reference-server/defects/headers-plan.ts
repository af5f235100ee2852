import type { Change, Defect } from '../changes/change.ts';
import { fixedWindow } from '../gauge.ts';
import { createLimiter } from '../limiter.ts';
import type { Limits, Settings } from '../options.ts';

/** Gives keys limits that differ from those of their plan. */
const otherLimits =
  (edit: (limits: Limits, settings: Settings) => Limits): Change =>
  (parts, { settings }) => ({
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      return bucket.kind === 'key' ? { ...bucket, limits: edit(bucket.limits, settings) } : bucket;
    },
  });

/** Makes the window of the limit per minute `factor` times as long. */
const longerMinute =
  (factor: number): Change =>
  (_parts, { settings }) => ({
    limiter: createLimiter({ ...settings, minuteMs: factor * settings.minuteMs }, fixedWindow),
  });

export const headerPlanDefects: readonly Defect[] = [
  {
    id: 'plan-ten-more',
    title: 'Allows ten more requests per minute than the plan',
    story: 'Someone raised the limit once and left it in the configuration.',
    requirements: ['headers.plan'],
    needs: ['plan'],
    change: otherLimits((limits) => ({ ...limits, minute: limits.minute + 10 })),
  },
  {
    id: 'plan-one-less',
    title: 'Allows one fewer request per minute than the plan',
    story: 'The comparison uses "less than" instead of "at most", and the header was adjusted to match.',
    requirements: ['headers.plan'],
    needs: ['plan'],
    change: otherLimits((limits) => ({ ...limits, minute: limits.minute - 1 })),
  },
  {
    id: 'plan-of-another',
    title: 'Gives every key the limits of plan Pro',
    story: 'The plan of a key is read from a column that the import filled with a default.',
    requirements: ['headers.plan'],
    needs: ['plan'],
    change: otherLimits((limits, { plans }) => plans.pro ?? limits),
  },
  {
    id: 'window-two-minutes',
    title: 'Applies the minute limit to two minutes',
    story: 'The window was lengthened to spare the database.',
    requirements: ['headers.plan-window'],
    needs: ['plan'],
    change: longerMinute(2),
  },
  {
    id: 'window-with-grace',
    title: 'Applies the minute limit to a minute and a half',
    story: 'A tolerance for clock drift is added to the window itself.',
    requirements: ['headers.plan-window'],
    needs: ['plan'],
    change: longerMinute(1.5),
  },
];
