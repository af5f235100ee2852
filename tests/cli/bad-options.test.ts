import { type BadInput, describeBadInput, itRefuses } from './bad-input.ts';

const cases: readonly BadInput[] = [
  { what: 'an unknown command', args: ['rnu'], says: /unknown command\. Did you mean run\?/ },
  { what: 'a URL as a command', args: ['https://x.example/v1'], says: /unknown option or argument/ },
  {
    what: 'an unknown option',
    args: ['run', '--bse-url', 'x'],
    says: /bse-url\. Did you mean --base-url\?/,
  },
  {
    what: 'an unknown option with =',
    args: ['run', '--maxrequests=3'],
    says: /Did you mean --max-requests\?/,
  },
  { what: 'an option without a command', args: ['--seed', '1'], says: /a command is missing/ },
  { what: 'an option without its value', args: ['run', '--base-url'], says: /--base-url needs a value/ },
  {
    what: 'an option given twice',
    args: ['run', '--seed', '1', '--seed', '2'],
    says: /--seed was given 2 times; use it once/,
  },
  { what: 'a switch with a value', args: ['run', '--strict=perhaps'], says: /--strict takes no value/ },
  { what: 'a word too many', args: ['run', 'now'], says: /too many arguments/ },
  { what: 'a word too many behind --', args: ['run', '--', 'now'], says: /too many arguments/ },
  {
    what: 'an unknown plan',
    args: ['run', '--plan', 'fre'],
    says: /one of free, pro, business, enterprise, not "fre"\. Did you mean free\?/,
  },
  {
    what: 'an unknown plan in a variable',
    args: ['run'],
    env: { PETSTORE_PLAN: 'gold' },
    says: /PETSTORE_PLAN must be one of/,
  },
  {
    what: 'an unknown profile',
    args: ['run', '--profile', 'fast'],
    says: /gentle, standard, thorough, not "fast"/,
  },
  { what: 'a seed that is none', args: ['run', '--seed', '0x10'], says: /--seed must be a whole number/ },
  {
    what: 'a number with an exponent',
    args: ['run', '--max-requests', '1e3'],
    says: /--max-requests must be a whole number from 1 to 100000, not "1e3"/,
  },
  { what: 'no requests', args: ['run', '--max-requests', '0'], says: /from 1/ },
  {
    what: 'a negative number',
    args: ['run', '--max-creates=-1'],
    says: /--max-creates must be a whole number from 0/,
  },
  {
    what: 'more creations than requests',
    args: ['run', '--max-requests', '5', '--max-creates', '6'],
    says: /more than --max-requests 5/,
  },
  {
    what: 'payloads that are not a number',
    args: ['run', '--payloads', 'all'],
    says: /--payloads must be a whole number from 0/,
  },
  { what: 'a part of a payload', args: ['run', '--payloads', '1.5'], says: /--payloads must be a whole/ },
  {
    what: 'negative shrink requests',
    args: ['run', '--shrink-requests=-1'],
    says: /--shrink-requests must be a whole number from 0/,
  },
  {
    what: 'shrink requests that are not a number, in a variable',
    args: ['run'],
    env: { PETSTORE_SHRINK_REQUESTS: 'few' },
    says: /PETSTORE_SHRINK_REQUESTS must be a whole number from 0/,
  },
  { what: 'too much at a time', args: ['run', '--concurrency', '33'], says: /from 1 to 16/ },
  {
    what: 'a timeout that is none',
    args: ['run', '--timeout', '10s'],
    says: /--timeout must be a number of seconds/,
  },
  {
    what: 'a wait that is none',
    args: ['run', '--max-wait', 'NaN'],
    says: /--max-wait must be a number of seconds/,
  },
  {
    what: 'a switch that is neither true nor false',
    args: ['run'],
    env: { PETSTORE_STRICT: 'perhaps' },
    says: /PETSTORE_STRICT is neither true nor false/,
  },
  {
    what: 'an unknown --fail-on',
    args: ['run', '--fail-on', 'required'],
    says: /--fail-on must be advisory/,
  },
  {
    what: 'an unknown id',
    args: ['run', '--only', 'auth.key-mising'],
    says: /Did you mean auth\.key-missing/,
  },
  { what: 'a section as an id', args: ['run', '--only', 'auth'], says: /Did you mean 'auth\.\*'\?/ },
  {
    what: 'a pattern that matches nothing',
    args: ['run', '--only', 'atuh.*'],
    says: /no requirement matches "atuh\.\*"/,
  },
  {
    what: 'an invalid pattern',
    args: ['run', '--only', 'list.ok,^auth'],
    says: /no requirement matches .*\n.*ids, or patterns/,
  },
  { what: 'explain without an id', args: ['explain'], says: /an argument is missing.*\n.*explain <id>/ },
  {
    what: 'explain with an unknown id',
    args: ['explain', 'limit.recover'],
    says: /Did you mean limit\.recovers/,
  },
  {
    what: 'list with an unknown level',
    args: ['list', '--level', 'must'],
    says: /required, advisory, observed, not-testable, not "must"/,
  },
  {
    what: 'list with a level and defects',
    args: ['list', '--level', 'required', '--defects'],
    says: /--level and --defects cannot be combined/,
  },
  {
    what: 'list with defects and variants',
    args: ['list', '--defects', '--variants', '--json'],
    says: /--defects and --variants cannot be combined/,
  },
  {
    what: 'serve with an unknown defect',
    args: ['serve', '--defect', 'nope'],
    says: /unknown defect "nope"\.\n {2}npx petstore-conformance list --defects shows all \d+\.\n$/,
  },
  {
    what: 'serve with a misspelled defect',
    args: ['serve', '--defect', 'name-numbr-coerced'],
    says: /Did you mean name-number-coerced\b/,
  },
  {
    what: 'serve with the description of a defect',
    args: ['serve', '--defect', 'missing-headers'],
    says: /Did you mean headers-missing-on-401 or headers-missing-/,
  },
  {
    what: 'serve with a requirement as a defect',
    args: ['serve', '--defect', 'invalid.name-type'],
    says: /Did you mean name-number-coerced or /,
  },
  {
    what: 'serve with a variant as a defect',
    args: ['serve', '--defect', 'token-bucket'],
    says: /Did you mean --variant token-bucket\?\n/,
  },
  {
    what: 'serve with an unknown variant',
    args: ['serve', '--variant', 'tokn-bucket'],
    says: /Did you mean token-bucket\b.*\n {2}npx petstore-conformance list --variants shows all \d+\.\n$/,
  },
  {
    what: 'serve on an invalid port',
    args: ['serve', '--port', '70000'],
    says: /--port must be a whole number from 0 to 65535/,
  },
];

describeBadInput('words and options that are wrong', (url) => itRefuses(cases, url));
