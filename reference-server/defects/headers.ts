import type { Defect } from '../change.ts';
import { editResponses, responsesOf, withStatus } from '../edits.ts';
import { mapHeader, withHeader, withoutHeader } from '../response.ts';

const [LIMIT, REMAINING, RESET] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const everyResponse = () => true;

export const headerDefects: readonly Defect[] = [
  {
    id: 'headers-missing-on-401',
    title: '401 has none of the three headers',
    story: 'The guard answers before the limiter has seen the request.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(401), (response) =>
      withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-on-400',
    title: '400 has no X-RateLimit-Remaining',
    story: 'The error handler copies headers by a list, and the list is short of one.',
    requirements: ['headers.present'],
    change: editResponses(responsesOf('createCategory', 400), (response) =>
      withoutHeader(response, REMAINING),
    ),
  },
  {
    id: 'reset-missing-on-201',
    title: '201 has no X-RateLimit-Reset',
    story: 'The handler of creations replaces the headers it was given.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(201), (response) => withoutHeader(response, RESET)),
  },
  {
    id: 'limit-missing-on-429',
    title: '429 has no X-RateLimit-Limit',
    story: 'The limiter writes its own response.',
    requirements: ['headers.present'],
    change: editResponses(withStatus(429), (response) => withoutHeader(response, LIMIT)),
  },
  {
    id: 'headers-missing-on-orders',
    title: 'Orders carry none of the three headers',
    story: 'The route is served by another process.',
    requirements: ['headers.present'],
    change: editResponses(responsesOf('listOrders'), (response) =>
      withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'limit-two-values',
    title: 'X-RateLimit-Limit stands twice with two values',
    story: 'The gateway adds its own limit to that of the service.',
    requirements: ['headers.present'],
    change: editResponses(responsesOf('getPet'), (response) => withHeader(response, LIMIT, '5000')),
  },
  {
    id: 'limit-written-twice',
    title: 'X-RateLimit-Limit stands twice with the same value',
    story: 'The limiter is mounted twice.',
    requirements: ['headers.form'],
    change: editResponses(responsesOf('listCategories', 200), (response) => {
      const value = response.headers.find(([name]) => name === LIMIT)?.[1];
      return value === undefined ? response : withHeader(response, LIMIT, value);
    }),
  },
  {
    id: 'reset-fraction',
    title: 'X-RateLimit-Reset has a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editResponses(everyResponse, (response) => mapHeader(response, RESET, (value) => `${value}.25`)),
  },
  {
    id: 'retry-after-fraction',
    title: 'Retry-After has a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editResponses(withStatus(429), (response) =>
      mapHeader(response, 'Retry-After', (value) => `${value}.5`),
    ),
  },
  {
    id: 'limit-with-policy',
    title: 'X-RateLimit-Limit carries the window too',
    story: 'The form of an early draft for RateLimit headers is used.',
    requirements: ['headers.limit'],
    change: editResponses(everyResponse, (response) =>
      mapHeader(response, LIMIT, (value) => `${value};w=60`),
    ),
  },
  {
    id: 'limit-with-separator',
    title: 'X-RateLimit-Limit is 1,000',
    story: 'The number goes through the formatter of the user interface.',
    requirements: ['headers.limit'],
    change: editResponses(everyResponse, (response) => mapHeader(response, LIMIT, () => '1,000')),
  },
  {
    id: 'headers-spelled-otherwise',
    title: 'The three headers are X-Rate-Limit-Limit, X-Rate-Limit-Remaining and X-Rate-Limit-Reset',
    story: 'The middleware writes the names that its own documentation gives.',
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
    title: 'X-RateLimit-Limit of orders says unlimited',
    story: 'An operation without a limit of its own shows the name of its policy.',
    requirements: ['headers.limit'],
    change: editResponses(responsesOf('listOrders'), (response) =>
      mapHeader(response, LIMIT, () => 'unlimited'),
    ),
  },
  {
    id: 'limit-fraction',
    title: 'X-RateLimit-Limit of the pet operation says 60.0',
    story: 'Limits are numbers with a fraction in the configuration of the gateway.',
    requirements: ['headers.limit'],
    change: editResponses(responsesOf('getPet'), (response) =>
      mapHeader(response, LIMIT, (value) => `${value}.0`),
    ),
  },
  {
    id: 'remaining-negative',
    title: 'X-RateLimit-Remaining goes below 0',
    story: 'The count is subtracted from the limit, also when it is beyond it.',
    requirements: ['headers.remaining'],
    change: editResponses(withStatus(429), (response) => mapHeader(response, REMAINING, () => '-1')),
  },
  {
    id: 'remaining-above-limit',
    title: 'X-RateLimit-Remaining of a 401 is above the limit',
    story: 'A refused request is handed back although it was never counted.',
    requirements: ['headers.remaining'],
    change: editResponses(withStatus(401), (response) => {
      const limit = Number(response.headers.find(([name]) => name === LIMIT)?.[1]);
      return mapHeader(response, REMAINING, () => String(limit + 1));
    }),
  },
  {
    id: 'remaining-fraction',
    title: 'X-RateLimit-Remaining of orders has a fraction',
    story: 'Tokens are refilled bit by bit and shown as they are.',
    requirements: ['headers.remaining'],
    change: editResponses(responsesOf('listOrders', 200), (response) =>
      mapHeader(response, REMAINING, (value) => `${value}.5`),
    ),
  },
  {
    id: 'headers-missing-elsewhere',
    title: 'Unknown paths carry none of the three headers',
    story: 'The limiter is attached to the routes.',
    requirements: ['headers.elsewhere'],
    change: editResponses(
      (_response, { route }) => route.kind === 'unknown',
      (response) => withoutHeader(withoutHeader(withoutHeader(response, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-elsewhere',
    title: 'Unknown paths carry no X-RateLimit-Remaining',
    story: 'The handler of last resort knows the limits and has no counter to ask.',
    requirements: ['headers.elsewhere'],
    change: editResponses(
      (_response, { route }) => route.kind === 'unknown',
      (response) => withoutHeader(response, REMAINING),
    ),
  },
];
