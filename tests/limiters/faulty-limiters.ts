import { editRateHeaders, editResponses } from '../../reference-server/changes/edits.ts';
import { withHeader } from '../../reference-server/changes/headers.ts';
import type { Change, HeaderLine } from '../../reference-server/index.ts';

/** Writes X-RateLimit-Reset differently, or omits it. */
export const rewritingReset = (write: (value: string) => string | undefined): Change =>
  editRateHeaders((lines) =>
    lines.flatMap(([name, value]): HeaderLine[] => {
      if (name !== 'X-RateLimit-Reset') return [[name, value]];
      const written = write(value);
      return written === undefined ? [] : [[name, written]];
    }),
  );

/** How the headers say when the limit resets, if at all. */
export const resets: readonly (readonly [string, Change])[] = [
  ['with a correct Reset', () => ({})],
  ['without Reset', rewritingReset(() => undefined)],
  ['with Reset in seconds to wait', rewritingReset((value) => String(Number(value) % 60))],
  ['with a constant Reset', rewritingReset(() => '1700000000')],
  ['without any of the headers', editRateHeaders(() => [])],
];

export const always = () => true;

/** The tenth 429 bans the key forever. */
export const banning: Change = (parts, tools) => {
  let refusals = 0;
  return editResponses(always, (response) => {
    if (response.status === 429) refusals++;
    return refusals < 10 ? response : { ...response, status: 403 };
  })(parts, tools);
};

/** Every fifth request is refused, whatever Remaining is. */
export const refusingFifths: Change = ({ limiter }) => {
  let count = 0;
  return {
    limiter: {
      ...limiter,
      take: (bucket, now) =>
        ++count % 5 === 0
          ? { ...limiter.show(bucket, now), allowed: false, retryAt: now + 1_000 }
          : limiter.take(bucket, now),
    },
  };
};

/** Replaces some responses with a 429. */
export const refusingSome = (picks: (count: number) => boolean, retryAfter: string): Change => {
  return (parts, tools) => {
    let count = 0;
    return editResponses(always, (response) =>
      picks(++count) ? withHeader({ ...response, status: 429 }, 'Retry-After', retryAfter) : response,
    )(parts, tools);
  };
};

/** Before the first request, another client has used this many requests of the window. */
export const spentElsewhere =
  (count: number): Change =>
  ({ limiter }) => {
    let left = count;
    return {
      limiter: {
        ...limiter,
        take: (bucket, now) => {
          for (; left > 0; left--) limiter.take(bucket, now);
          return limiter.take(bucket, now);
        },
      },
    };
  };
