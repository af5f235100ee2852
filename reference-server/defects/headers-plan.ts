import type { Change, Defect } from '../change.ts';
import { fixedWindow } from '../limits/gauge.ts';
import type { Limits } from '../options.ts';
import { limiterOf } from '../reference-parts.ts';

/** Gives keys other limits than those of their plan. */
const otherLimits =
  (edit: (limits: Limits) => Limits): Change =>
  (parts) => ({
    bucket: (incoming, identity, route) => {
      const bucket = parts.bucket(incoming, identity, route);
      return bucket.kind === 'key' ? { ...bucket, limits: edit(bucket.limits) } : bucket;
    },
  });

/** Makes the minute of the plan last longer. */
const longerMinute =
  (factor: number): Change =>
  (_parts, { settings }) => ({
    limiter: limiterOf({ ...settings, minuteMs: factor * settings.minuteMs }, fixedWindow),
  });

export const headerPlanDefects: readonly Defect[] = [
  {
    id: 'plan-ten-more',
    title: 'The limit per minute is ten above the plan',
    story: 'Somebody was generous once and left it in the configuration.',
    requirements: ['headers.plan'],
    needs: ['plan'],
    change: otherLimits((limits) => ({ ...limits, minute: limits.minute + 10 })),
  },
  {
    id: 'plan-one-less',
    title: 'The limit per minute is one below the plan',
    story: 'The comparison is "less than" where "at most" was meant, and the header was made to fit.',
    requirements: ['headers.plan'],
    needs: ['plan'],
    change: otherLimits((limits) => ({ ...limits, minute: limits.minute - 1 })),
  },
  {
    id: 'window-two-minutes',
    title: 'The limit per minute holds for two minutes',
    story: 'The window was lengthened to spare the database.',
    requirements: ['headers.plan-window'],
    needs: ['plan'],
    change: longerMinute(2),
  },
  {
    id: 'window-with-grace',
    title: 'The limit per minute holds for a minute and a half',
    story: 'A time of grace for clocks that go wrong is added to the window itself.',
    requirements: ['headers.plan-window'],
    needs: ['plan'],
    change: longerMinute(1.5),
  },
];
