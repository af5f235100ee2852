import type { Defect } from '../changes/change.ts';
import { editResponses, listedAfter, withStatus } from '../changes/edits.ts';
import { mapHeader } from '../changes/headers.ts';

const twoHours = 7_200_000;

/** Servers that send an incorrect time, or list new categories too late. */
export const momentDefects: readonly Defect[] = [
  {
    id: 'date-in-local-time',
    title: 'Sends Date in local time, two hours ahead, labeled GMT',
    story: 'The header is built from a local date. Compared with that date, every Reset is in the past.',
    requirements: ['headers.reset'],
    change: editResponses(
      () => true,
      (response) =>
        mapHeader(response, 'Date', (date) => new Date(Date.parse(date) + twoHours).toUTCString()),
    ),
  },
  {
    id: 'reset-to-go-when-refused',
    title: 'Sends a 429 with X-RateLimit-Reset as the number of seconds to wait',
    story: 'The 429 is written elsewhere, with one variable for this header and Retry-After.',
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
    title: 'Sends Retry-After 0 if the wait is a minute or less',
    story: 'The wait is rounded down to minutes and converted back to seconds.',
    requirements: ['limit.recovers'],
    change: editResponses(withStatus(429), (response) =>
      mapHeader(response, 'Retry-After', (seconds) => String(Math.floor(Number(seconds) / 61) * 60)),
    ),
  },
  {
    id: 'list-after-five-seconds',
    title: 'Lists a new category after five seconds',
    story: 'The list is read from a search index that is refreshed every five seconds.',
    requirements: ['list.complete'],
    change: listedAfter(5_000),
  },
  {
    id: 'list-description-after-five-seconds',
    title: 'Lists the description of a new category after five seconds',
    story: 'Descriptions are translated in the background and stored afterwards.',
    requirements: ['list.complete'],
    change: listedAfter(5_000, ({ id, name }) => [{ id, name }]),
  },
];
