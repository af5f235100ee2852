import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Sinatra 3 with SQLite and Rack::Attack',
  fails: {
    'headers.present': 'the README of Rack::Attack adds RateLimit headers, but only to the 429',
    'limit.retry-after': 'the throttled_responder of its README sends no Retry-After',
    'invalid.name-type':
      'Sinatra has no validation; SQLite stores numbers in a TEXT column, and the driver raises an exception for true and hashes: 500',
    'invalid.description-type': 'the same happens in this column',
    'invalid.body-type': 'data["name"] raises an exception for numbers and null: 500',
    'invalid.body-malformed': 'JSON.parse raises an error that is not caught: 500',
    'invalid.body-empty': 'JSON.parse also raises an exception for an empty string',
  },
  warns: {
    'auth.challenge': 'nothing adds WWW-Authenticate to a hand-written 401',
    'auth.scheme-case': 'the whole header is compared',
    'errors.elsewhere': 'the default 404 and 500 are HTML',
    'headers.elsewhere': 'no response has an X-RateLimit header',
    'http.date': 'Puma sends no Date',
    'invalid.body-lenient': "Ruby's JSON library skips comments",
  },
  differences: [],
  note: 'A body with bytes that are not UTF-8 in its description breaks this store permanently: JSON.parse accepts them, SQLite stores them,\nand from then on rendering the list raises an exception, even after a restart. Only `--profile thorough` sends such a body, at the end of the run.',
};

export const fixed: Expectations = {
  title: 'Sinatra 3 with SQLite and Rack::Attack, fixed',
  fails: {},
  warns: {},
  differences: [],
  note: 'This JSON library has no option to reject comments. It accepts those before or inside the object, but the default seed sends one after it.',
};
