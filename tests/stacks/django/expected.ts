import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Django REST framework with its throttle',
  fails: {
    'list.ok':
      'the routes of DefaultRouter end in a slash, and APPEND_SLASH redirects those that do not: 301',
    'create.created': 'a POST is redirected, too',
    'headers.present': 'a redirect carries no X-RateLimit header',
  },
  warns: {
    'errors.elsewhere': 'the default 404 is HTML',
    'headers.elsewhere': 'the throttles of REST framework send no X-RateLimit header anywhere',
  },
  differences: [],
  note: 'Nothing else can be judged before the routes are right. A second run then finds what a first version gets wrong behind them: 403 without\na key (no authenticate_header), no X-RateLimit headers, errors with a `detail` alone, and numbers that CharField makes strings of.',
};

export const fixed: Expectations = {
  title: 'Django REST framework with its throttle, fixed',
  fails: {},
  warns: {},
  differences: [],
};
