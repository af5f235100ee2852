import { mapHeader, withHeader, withoutHeader } from '../answer.ts';
import type { Defect } from '../change.ts';
import { answersOf, editAnswers, withStatus } from '../edits.ts';

const [LIMIT, REMAINING, RESET] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const everyAnswer = () => true;

export const headerDefects: readonly Defect[] = [
  {
    id: 'headers-missing-on-401',
    title: '401 has none of the three headers',
    story: 'The guard answers before the limiter has seen the request.',
    requirements: ['headers.present'],
    change: editAnswers(withStatus(401), (answer) =>
      withoutHeader(withoutHeader(withoutHeader(answer, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-on-400',
    title: '400 has no X-RateLimit-Remaining',
    story: 'The error handler copies headers by a list, and the list is short of one.',
    requirements: ['headers.present'],
    change: editAnswers(answersOf('createCategory', 400), (answer) => withoutHeader(answer, REMAINING)),
  },
  {
    id: 'reset-missing-on-201',
    title: '201 has no X-RateLimit-Reset',
    story: 'The handler of creations replaces the headers it was given.',
    requirements: ['headers.present'],
    change: editAnswers(withStatus(201), (answer) => withoutHeader(answer, RESET)),
  },
  {
    id: 'limit-missing-on-429',
    title: '429 has no X-RateLimit-Limit',
    story: 'The limiter writes its own response.',
    requirements: ['headers.present'],
    change: editAnswers(withStatus(429), (answer) => withoutHeader(answer, LIMIT)),
  },
  {
    id: 'headers-missing-on-orders',
    title: 'Orders carry none of the three headers',
    story: 'The route is served by another process.',
    requirements: ['headers.present'],
    change: editAnswers(answersOf('listOrders'), (answer) =>
      withoutHeader(withoutHeader(withoutHeader(answer, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'limit-two-values',
    title: 'X-RateLimit-Limit stands twice with two values',
    story: 'The gateway adds its own limit to that of the service.',
    requirements: ['headers.present'],
    change: editAnswers(answersOf('getPet'), (answer) => withHeader(answer, LIMIT, '5000')),
  },
  {
    id: 'limit-written-twice',
    title: 'X-RateLimit-Limit stands twice with the same value',
    story: 'The limiter is mounted twice.',
    requirements: ['headers.form'],
    change: editAnswers(answersOf('listCategories', 200), (answer) => {
      const value = answer.headers.find(([name]) => name === LIMIT)?.[1];
      return value === undefined ? answer : withHeader(answer, LIMIT, value);
    }),
  },
  {
    id: 'reset-fraction',
    title: 'X-RateLimit-Reset has a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editAnswers(everyAnswer, (answer) => mapHeader(answer, RESET, (value) => `${value}.25`)),
  },
  {
    id: 'retry-after-fraction',
    title: 'Retry-After has a fraction',
    story: 'Milliseconds are divided by a thousand and not rounded.',
    requirements: ['headers.form'],
    change: editAnswers(withStatus(429), (answer) =>
      mapHeader(answer, 'Retry-After', (value) => `${value}.5`),
    ),
  },
  {
    id: 'limit-with-policy',
    title: 'X-RateLimit-Limit carries the window too',
    story: 'The form of an early draft for RateLimit headers is used.',
    requirements: ['headers.limit'],
    change: editAnswers(everyAnswer, (answer) => mapHeader(answer, LIMIT, (value) => `${value};w=60`)),
  },
  {
    id: 'limit-with-separator',
    title: 'X-RateLimit-Limit is 1,000',
    story: 'The number goes through the formatter of the user interface.',
    requirements: ['headers.limit'],
    change: editAnswers(everyAnswer, (answer) => mapHeader(answer, LIMIT, () => '1,000')),
  },
  {
    id: 'headers-spelled-otherwise',
    title: 'The three headers are X-Rate-Limit-Limit, X-Rate-Limit-Remaining and X-Rate-Limit-Reset',
    story: 'The middleware writes the names that its own documentation gives.',
    requirements: ['headers.present', 'headers.elsewhere'],
    change: editAnswers(everyAnswer, (answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]) => [name.replace('X-RateLimit-', 'X-Rate-Limit-'), value]),
    })),
  },
  {
    id: 'limit-unlimited',
    title: 'X-RateLimit-Limit of orders says unlimited',
    story: 'An operation without a limit of its own shows the name of its policy.',
    requirements: ['headers.limit'],
    change: editAnswers(answersOf('listOrders'), (answer) => mapHeader(answer, LIMIT, () => 'unlimited')),
  },
  {
    id: 'limit-fraction',
    title: 'X-RateLimit-Limit of the pet operation says 60.0',
    story: 'Limits are numbers with a fraction in the configuration of the gateway.',
    requirements: ['headers.limit'],
    change: editAnswers(answersOf('getPet'), (answer) => mapHeader(answer, LIMIT, (value) => `${value}.0`)),
  },
  {
    id: 'remaining-negative',
    title: 'X-RateLimit-Remaining goes below 0',
    story: 'The count is subtracted from the limit, also when it is beyond it.',
    requirements: ['headers.remaining'],
    change: editAnswers(withStatus(429), (answer) => mapHeader(answer, REMAINING, () => '-1')),
  },
  {
    id: 'remaining-above-limit',
    title: 'X-RateLimit-Remaining of a 401 is above the limit',
    story: 'A refused request is handed back although it was never counted.',
    requirements: ['headers.remaining'],
    change: editAnswers(withStatus(401), (answer) => {
      const limit = Number(answer.headers.find(([name]) => name === LIMIT)?.[1]);
      return mapHeader(answer, REMAINING, () => String(limit + 1));
    }),
  },
  {
    id: 'remaining-fraction',
    title: 'X-RateLimit-Remaining of orders has a fraction',
    story: 'Tokens are refilled bit by bit and shown as they are.',
    requirements: ['headers.remaining'],
    change: editAnswers(answersOf('listOrders', 200), (answer) =>
      mapHeader(answer, REMAINING, (value) => `${value}.5`),
    ),
  },
  {
    id: 'headers-missing-elsewhere',
    title: 'Unknown paths carry none of the three headers',
    story: 'The limiter is attached to the routes.',
    requirements: ['headers.elsewhere'],
    change: editAnswers(
      (_answer, { route }) => route.kind === 'unknown',
      (answer) => withoutHeader(withoutHeader(withoutHeader(answer, LIMIT), REMAINING), RESET),
    ),
  },
  {
    id: 'remaining-missing-elsewhere',
    title: 'Unknown paths carry no X-RateLimit-Remaining',
    story: 'The handler of last resort knows the limits and has no counter to ask.',
    requirements: ['headers.elsewhere'],
    change: editAnswers(
      (_answer, { route }) => route.kind === 'unknown',
      (answer) => withoutHeader(answer, REMAINING),
    ),
  },
];
