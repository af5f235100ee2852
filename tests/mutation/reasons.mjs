/**
 * Why a surviving mutant changes nothing visible, by its file, the exact code that it replaces, and its replacement.
 * @type {readonly { file: string, code: string, mutant: string, why: string }[]}
 */
export const reasons = [
  ...same(
    'It decides where a parsed body is cached and for how long. Parsing it again gives the same result.',
    [
      ['src/exchange/response.ts', 'body.length > longBody', 'true'],
      ['src/exchange/response.ts', 'body.length > longBody', 'false'],
      ['src/exchange/response.ts', 'body.length > longBody', 'body.length >= longBody'],
      ['src/exchange/response.ts', 'body.length > longBody', 'body.length <= longBody'],
    ],
  ),
  ...same('It only saves time. The longer path gives the same result.', [
    ['src/json/parse.ts', 'end === wholeEnd', 'false'],
    ['src/json/parse.ts', 'false', 'true'],
    ['src/json/parse.ts', '!hasEscapes', 'false'],
    ['src/readings/origins.ts', 'marks.size === 0', 'false'],
    ['src/readings/listed.ts', 'created.length === 0', 'false'],
    ['src/readings/origins.ts', 'runMark.length + lettersAfter', 'runMark.length - lettersAfter'],
    ['src/readings/origins.ts', 'value.length < shortest', 'false'],
    ['src/readings/usage.ts', 'series.points.slice(Math.max(0, from))', 'series.points'],
  ]),
  ...same('It limits what is stored, so that memory stays flat.', [
    ['src/readings/usage.ts', 'oldest === undefined || series.size <= seriesKept', 'true'],
    ['src/readings/usage.ts', 'oldest === undefined', 'oldest !== undefined'],
    ['src/readings/enforcement.ts', '[shown, ...others].slice(0, maxLimits)', '[shown, ...others]'],
    ['src/readings/usage.ts', 'series.size <= seriesKept', 'series.size < seriesKept'],
    [
      'src/readings/usage.ts',
      '[...series.points.slice(Math.max(0, from)), end].slice(-pointsKept)',
      '[...series.points.slice(Math.max(0, from)), end]',
    ],
  ]),
  ...same('The value always exists, but the compiler cannot know that.', [
    ['src/readings/listed.ts', '[]', '["Stryker was here"]'],
    ['src/exchange/validate.ts', '[]', '["Stryker was here"]'],
    [
      'src/exchange/validate.ts',
      "parentSchema?.['properties']?.[property]",
      "parentSchema?.['properties'][property]",
    ],
    ['src/exchange/validate.ts', "parentSchema?.['properties']", "parentSchema['properties']"],
    ['src/exchange/validate.ts', "schema?.['x-int64']", "schema['x-int64']"],
    ['src/exchange/validate.ts', "schema?.['x-integer']", "schema['x-integer']"],
    ['src/exchange/validate.ts', "schema?.['type']", "schema['type']"],
    ['src/exchange/validate.ts', "typeof type !== 'string'", 'false'],
    ['src/exchange/validate.ts', "'a value'", '""'],
    ['src/readings/limits.ts', '[]', '["Stryker was here"]'],
    ['src/readings/limits.ts', 'series.resets.get(reset)?.keys', 'series.resets.get(reset).keys'],
    ['src/readings/usage.ts', 'shown !== undefined', 'true'],
    ['suites/created-category.ts', '!hasResponse(exchange)', 'false'],
    ['suites/creating.ts', 'sent === undefined', 'false'],
    ['suites/creating.ts', 'sent?.name', 'sent.name'],
    ['suites/creating.ts', 'sent?.description', 'sent.description'],
    ['suites/creating.ts', "''", '"Stryker was here!"'],
    ['suites/creating.ts', "'koala'", '""'],
    ['suites/listing.ts', "''", '"Stryker was here!"'],
    ['suites/rate-limiting.ts', "''", '"Stryker was here!"'],
    ['suites/rate-limiting.ts', 'last === undefined', 'false'],
    ['suites/versioning.ts', "''", '"Stryker was here!"'],
  ]),
  ...same('A finding that is sent again has a request, and one without a request has no status.', [
    ['src/engine/replay.ts', 'exchange === undefined', 'false'],
    ['src/engine/replay.ts', 'request === undefined', 'false'],
    ['src/engine/replay.ts', 'again?.credential', 'again.credential'],
  ]),
  ...same('A replay keeps its exchanges, and its report has all requirements of the kit.', [
    ['src/engine/replay.ts', 'exchanges?.recorded', 'exchanges.recorded'],
    ['src/engine/replay.ts', 'proof?.reason', 'proof.reason'],
  ]),
  ...same('Only requirements of the proof show it, which are never replayed by one request.', [
    ['src/engine/replay.ts', "'a replay sends no more than it needs'", '""'],
  ]),
  ...same('An undefined value is omitted later, or matches nothing.', [
    ['src/readings/origins.ts', "typeof id === 'bigint'", 'true'],
    ['src/readings/origins.ts', 'mark !== undefined', 'true'],
    ['src/engine/judge.ts', 'exchange === undefined', 'false'],
    ['src/engine/tally.ts', 'firstFound === undefined', 'false'],
    ['src/readings/outcomes.ts', 'status === undefined', 'false'],
    ['src/readings/limits.ts', 'seen === undefined', 'false'],
    ['src/readings/quota.ts', 'toReset !== undefined', 'true'],
  ]),
  ...same('Neither the replacement nor an empty string contains a name of a run.', [
    ['src/readings/leftovers.ts', "''", '"Stryker was here!"'],
    ['suites/refusing.ts', "''", '"Stryker was here!"'],
  ]),
  ...same('An array, a string or null has no name and no description.', [
    ['src/readings/origins.ts', '[]', '["Stryker was here"]'],
    [
      'src/readings/origins.ts',
      "typeof value === 'object' && value !== null",
      "typeof value === 'object' || value !== null",
    ],
    ['src/readings/origins.ts', 'value !== null', 'true'],
    ['suites/creating.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('No schema requires an array.', [
    ['src/exchange/validate.ts', "type === 'array'", 'false'],
    ['src/exchange/validate.ts', "'array'", '""'],
  ]),
  ...same('The replacement value shows no quota, so nothing is compared with it.', [
    ['src/readings/enforcement.ts', '[]', '["Stryker was here"]'],
    ['src/readings/recovery.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('The name of a field is a string, and its depth is not used.', [
    ['src/readings/origins.ts', 'depth + 1', 'depth - 1'],
  ]),
  ...same('No requirement needs what the replacement names.', [
    ['src/engine/judge-recorded.ts', '[]', '["Stryker was here"]'],
    ['src/engine/replay.ts', '[]', '["Stryker was here"]'],
    ['src/engine/select.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('The first element is not read.', [['src/engine/preflight.ts', '[]', '["Stryker was here"]']]),
  ...same('A path has no line break, so the greedy group begins at its start.', [
    ['src/engine/preflight.ts', '/^(.*)\\/categories\\/?$/', '/(.*)\\/categories\\/?$/'],
  ]),
  ...same('Each level writes its own step before reading it.', [
    ['src/json/parse.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('Nothing else is thrown there.', [['src/json/read.ts', '!(error instanceof Refusal)', 'false']]),
];

/**
 * Lists mutants that change nothing for the same reason.
 * @param {string} why
 * @param {readonly (readonly [file: string, code: string, mutant: string])[]} mutants
 */
function same(why, mutants) {
  return mutants.map(([file, code, mutant]) => ({ file, code, mutant, why }));
}

/**
 * Returns the reason why a mutant changes nothing, if there is one.
 * @param {import('./mutants.mjs').Mutant} mutant
 */
export function reasonFor({ fileName, code, replacement }) {
  return reasons.find((one) => one.file === fileName && one.code === code && one.mutant === replacement);
}
