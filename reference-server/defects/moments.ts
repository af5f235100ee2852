import type { Defect } from '../change.ts';
import { editResponses, listedAfter, withStatus } from '../edits.ts';
import { mapHeader } from '../response.ts';

const twoHours = 7_200_000;

/** Right times in the wrong place or zone, or too late. */
export const momentDefects: readonly Defect[] = [
  {
    id: 'date-in-local-time',
    title: 'Date is the local time of a place two hours ahead, with GMT behind it',
    story: 'The header is written by hand, from the parts of a local date; by it every Reset has passed.',
    requirements: ['headers.reset'],
    change: editResponses(
      () => true,
      (response) =>
        mapHeader(response, 'Date', (date) => new Date(Date.parse(date) + twoHours).toUTCString()),
    ),
  },
  {
    id: 'reset-to-go-when-refused',
    title: 'X-RateLimit-Reset of a 429 counts seconds to go',
    story: 'The 429 is written elsewhere, where one variable is used for this header and for Retry-After.',
    requirements: ['headers.reset'],
    change: (parts, tools) =>
      editResponses(withStatus(429), (response) =>
        mapHeader(response, 'X-RateLimit-Reset', (reset) =>
          String(Math.max(1, Math.round(Number(reset) - tools.now() / 1_000))),
        ),
      )(parts, tools),
  },
  {
    id: 'retry-after-rounded-to-zero',
    title: 'Retry-After is 0 all through the last minute',
    story: 'Whole minutes are counted and made seconds again.',
    requirements: ['limit.recovers'],
    change: editResponses(withStatus(429), (response) =>
      mapHeader(response, 'Retry-After', (seconds) => String(Math.floor(Number(seconds) / 61) * 60)),
    ),
  },
  {
    id: 'list-after-five-seconds',
    title: 'A new category is listed after five seconds',
    story: 'The list is read from a search index, and it is made anew every five seconds to spare the disk.',
    requirements: ['list.complete'],
    change: listedAfter(5_000),
  },
];
