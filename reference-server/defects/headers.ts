import type { Defect } from '../changes/change.ts';
import { editResponses, responsesOf, withStatus } from '../changes/edits.ts';
import { mapHeader, withHeader, withoutHeader } from '../changes/headers.ts';

const [LIMIT, REMAINING, RESET] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const everyResponse = () => true;

export const headerDefects: readonly Defect[] = [
  {
    id: 'headers-missing-on-401',
    title: 'Sends a 401 without the three headers',
    story: 'The guard responds before the limiter sees the request.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(401), (response) =>
      withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-on-400',
    title: 'Sends a 400 without X-RateLimit-Remaining',
    story: 'The error handler copies the headers from a list that lacks one of them.',
    requirements: ['headers.present'],
    change: editResponses(responsesOf('createCategory', 400), (response) =>
      withoutHeader(response, REMAINING),
    ),
  },
  {
    id: 'reset-missing-on-201',
    title: 'Sends a 201 without X-RateLimit-Reset',
    story: 'The creation handler replaces the headers it was given.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(201), (response) => withoutHeader(response, RESET)),
  },
  {
    id: 'limit-missing-on-429',
    title: 'Sends a 429 without X-RateLimit-Limit',
    story: 'The limiter writes its own response.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(429), (response) => withoutHeader(response, LIMIT)),
  },
  {
    id: 'headers-missing-on-orders',
    title: 'Omits the three headers from responses for orders',
    story: 'Another process serves the route.',
    requirements: ['headers.present'],
    change: editResponses(responsesOf('listOrders'), (response) =>
      withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'limit-two-values',
    title: 'Sends X-RateLimit-Limit twice with two values',
    story: "The gateway adds its own limit to the server's.",
    requirements: ['headers.present'],
    change: editResponses(responsesOf('getPet'), (response) => withHeader(response, LIMIT, '5000')),
  },
  {
    id: 'limit-written-twice',
    title: 'Sends X-RateLimit-Limit twice with the same value',
    story: 'The limiter is mounted twice.',
    requirements: ['headers.form'],
    change: editResponses(responsesOf('listCategories', 200), (response) => {
      const value = response.headers.find(([name]) => name === LIMIT)?.[1];
      return value === undefined ? response : withHeader(response, LIMIT, value);
    }),
  },
  {
    id: 'reset-fraction',
    title: 'Sends X-RateLimit-Reset with a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editResponses(everyResponse, (response) => mapHeader(response, RESET, (value) => `${value}.25`)),
  },
  {
    id: 'retry-after-fraction',
    title: 'Sends Retry-After with a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editResponses(withStatus(429), (response) =>
      mapHeader(response, 'Retry-After', (value) => `${value}.5`),
    ),
  },
  {
    id: 'limit-with-policy',
    title: 'Puts the window into X-RateLimit-Limit',
    story: 'The format of an early RateLimit draft is used.',
    requirements: ['headers.limit'],
    change: editResponses(everyResponse, (response) =>
      mapHeader(response, LIMIT, (value) => `${value};w=60`),
    ),
  },
  {
    id: 'limit-with-separator',
    title: 'Sends X-RateLimit-Limit as 1,000',
    story: 'The number passes through the formatter of the user interface.',
    requirements: ['headers.limit'],
    change: editResponses(everyResponse, (response) => mapHeader(response, LIMIT, () => '1,000')),
  },
  {
    id: 'headers-spelled-otherwise',
    title: 'Names the three headers X-Rate-Limit-Limit, X-Rate-Limit-Remaining and X-Rate-Limit-Reset',
    story: 'The middleware uses the names in its own documentation.',
    requirements: ['headers.present', 'headers.elsewhere'],
    change: editResponses(everyResponse, (response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [
        name.replace('X-RateLimit-', 'X-Rate-Limit-'),
        value,
      ]),
    })),
  },
  {
    id: 'limit-unlimited',
    title: 'Sends X-RateLimit-Limit as unlimited for orders',
    story: 'An operation without its own limit shows the name of its policy.',
    requirements: ['headers.limit'],
    change: editResponses(responsesOf('listOrders'), (response) =>
      mapHeader(response, LIMIT, () => 'unlimited'),
    ),
  },
  {
    id: 'limit-fraction',
    title: 'Sends X-RateLimit-Limit as 60.0 for the pet operation',
    story: 'Limits are floating-point numbers in the gateway configuration.',
    requirements: ['headers.limit'],
    change: editResponses(responsesOf('getPet'), (response) =>
      mapHeader(response, LIMIT, (value) => `${value}.0`),
    ),
  },
  {
    id: 'remaining-negative',
    title: 'Sends X-RateLimit-Remaining below 0',
    story: 'The count is subtracted from the limit even if the count is greater.',
    requirements: ['headers.remaining'],
    change: editResponses(withStatus(429), (response) => mapHeader(response, REMAINING, () => '-1')),
  },
  {
    id: 'remaining-above-limit',
    title: 'Sends a 401 with X-RateLimit-Remaining above the limit',
    story: 'A refused request is refunded although it was never counted.',
    requirements: ['headers.remaining'],
    change: editResponses(withStatus(401), (response) => {
      const limit = Number(response.headers.find(([name]) => name === LIMIT)?.[1]);
      return mapHeader(response, REMAINING, () => String(limit + 1));
    }),
  },
  {
    id: 'remaining-fraction',
    title: 'Sends X-RateLimit-Remaining with a fraction for orders',
    story: 'Tokens are refilled continuously and shown unrounded.',
    requirements: ['headers.remaining'],
    change: editResponses(responsesOf('listOrders', 200), (response) =>
      mapHeader(response, REMAINING, (value) => `${value}.5`),
    ),
  },
  {
    id: 'headers-missing-elsewhere',
    title: 'Omits the three headers for unknown paths',
    story: 'The limiter is attached to the routes.',
    requirements: ['headers.elsewhere'],
    change: editResponses(
      (_response, { route }) => route.kind === 'unknown',
      (response) => withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-elsewhere',
    title: 'Omits X-RateLimit-Remaining for unknown paths',
    story: 'The fallback handler knows the limits but has no counter.',
    requirements: ['headers.elsewhere'],
    change: editResponses(
      (_response, { route }) => route.kind === 'unknown',
      (response) => withoutHeader(response, REMAINING),
    ),
  },
];
