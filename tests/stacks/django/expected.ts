import type { Expectations } from '../expectations.ts';

export const expected: Expectations = {
  title: 'Django REST framework with its throttle',
  fails: {
    'list.ok':
      'the routes of DefaultRouter end in a slash, and APPEND_SLASH redirects paths without one: 301',
    'create.created': 'a POST is also redirected',
    'headers.present': 'a redirect has no X-RateLimit header',
  },
  warns: {
    'errors.elsewhere': 'the default 404 is HTML',
    'headers.elsewhere': 'the throttles of REST framework send no X-RateLimit headers',
  },
  differences: [],
  note: 'Most requirements cannot be tested until the routes work. A second run then finds the other faults: 403 without\na key (no authenticate_header), no X-RateLimit headers, errors with only a `detail`, and numbers that CharField turns into strings.',
};

export const fixed: Expectations = {
  title: 'Django REST framework with its throttle, fixed',
  fails: {},
  warns: {},
  differences: [
    {
      requirement: 'create.content-type',
      seen: 'warns',
      why: 'Django reads as many bytes as Content-Length says, so a body that is sent in chunks is empty',
    },
  ],
};
