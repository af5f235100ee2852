/**
 * Why a mutant that survives changes nothing that could be seen from outside: known by its file, by the exact code
 * that it replaces, and by what stands there instead.
 * @type {readonly { file: string, code: string, mutant: string, why: string }[]}
 */
export const reasons = [
  ...same('It decides where a document is kept, and for how long; read again, it says the same.', [
    ['src/exchange/response.ts', 'body.length > longBody', 'true'],
    ['src/exchange/response.ts', 'body.length > longBody', 'false'],
    ['src/exchange/response.ts', 'body.length > longBody', 'body.length >= longBody'],
    ['src/exchange/response.ts', 'body.length > longBody', 'body.length <= longBody'],
  ]),
  ...same('It spares time alone: the longer way comes to the same.', [
    ['src/json/parse.ts', 'end === wholeEnd', 'false'],
    ['src/json/parse.ts', 'false', 'true'],
    ['src/json/parse.ts', '!hasEscapes', 'false'],
    ['src/readings/origins.ts', 'marks.size === 0', 'false'],
    ['src/readings/listed.ts', 'created.length === 0', 'false'],
    ['src/readings/origins.ts', 'runMark.length + lettersAfter', 'runMark.length - lettersAfter'],
    ['src/readings/origins.ts', 'value.length < shortest', 'false'],
    ['src/readings/usage.ts', 'series.points.slice(Math.max(0, from))', 'series.points'],
  ]),
  ...same('It bounds what is kept, so that memory stays flat.', [
    ['src/readings/usage.ts', 'oldest === undefined || series.size <= seriesKept', 'true'],
    ['src/readings/usage.ts', 'oldest === undefined', 'oldest !== undefined'],
    ['src/readings/enforcement.ts', '[shown, ...others].slice(0, mostLimits)', '[shown, ...others]'],
    ['src/readings/usage.ts', 'series.size <= seriesKept', 'series.size < seriesKept'],
    [
      'src/readings/usage.ts',
      '[...series.points.slice(Math.max(0, from)), end].slice(-pointsKept)',
      '[...series.points.slice(Math.max(0, from)), end]',
    ],
  ]),
  ...same('There always is one, which the compiler cannot know.', [
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
    ['suites/created-category.ts', '!isAnswer(exchange)', 'false'],
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
  ...same('What is undefined is left out later, or is found nowhere.', [
    ['src/readings/origins.ts', "typeof id === 'bigint'", 'true'],
    ['src/readings/origins.ts', 'mark !== undefined', 'true'],
    ['src/engine/judge.ts', 'exchange === undefined', 'false'],
    ['src/engine/tally.ts', 'firstFound === undefined', 'false'],
    ['src/readings/outcomes.ts', 'status === undefined', 'false'],
    ['src/readings/limits.ts', 'seen === undefined', 'false'],
    ['src/readings/quota.ts', 'toReset !== undefined', 'true'],
  ]),
  ...same('No name of a run stands in it, as none stands in an empty text.', [
    ['src/readings/leftovers.ts', "''", '"Stryker was here!"'],
    ['suites/refusing.ts', "''", '"Stryker was here!"'],
  ]),
  ...same('An array, a text or null has no name and no description.', [
    ['src/readings/origins.ts', '[]', '["Stryker was here"]'],
    [
      'src/readings/origins.ts',
      "typeof value === 'object' && value !== null",
      "typeof value === 'object' || value !== null",
    ],
    ['src/readings/origins.ts', 'value !== null', 'true'],
    ['suites/creating.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('No shape has an array.', [
    ['src/exchange/validate.ts', "type === 'array'", 'false'],
    ['src/exchange/validate.ts', "'array'", '""'],
  ]),
  ...same('What stands there shows no quota, and is compared with nothing.', [
    ['src/readings/enforcement.ts', '[]', '["Stryker was here"]'],
    ['src/readings/recovery.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('The key of a member is a text, of which the depth is not asked.', [
    ['src/readings/origins.ts', 'depth + 1', 'depth - 1'],
  ]),
  ...same('Each level writes its own step before it is read.', [
    ['src/json/parse.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('Nothing else is thrown there.', [['src/json/read.ts', '!(error instanceof Refusal)', 'false']]),
];

/**
 * Mutants that change nothing for one reason.
 * @param {string} why
 * @param {readonly (readonly [file: string, code: string, mutant: string])[]} mutants
 */
function same(why, mutants) {
  return mutants.map(([file, code, mutant]) => ({ file, code, mutant, why }));
}
