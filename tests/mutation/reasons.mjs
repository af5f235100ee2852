/**
 * Why a surviving mutant changes nothing visible, by its file, the exact code that it replaces, and its replacement.
 * @type {readonly { file: string, code: string, mutant: string, why: string }[]}
 */
export const reasons = [
  ...same('It is replaced before it is read.', [['src/spec/catalog.ts', '[]', '["Stryker was here"]']]),
  ...same('It only saves time. The longer path gives the same result.', [
    ['src/exchange/headers.ts', 'newest.headers !== headers', 'true'],
    ['src/exchange/headers.ts', 'newestDate.text !== value', 'true'],
    ['src/exchange/body-digest.ts', 'newest?.runMark !== runMark', 'true'],
    ['src/readings/leftovers.ts', 'names.size === 0', 'false'],
    ['src/checks/expectations.ts', 'known.size < maxKnown', 'false'],
    ['src/checks/expectations.ts', 'known.size < maxKnown', 'known.size >= maxKnown'],
    ['src/readings/origins.ts', 'value.length >= length', 'true'],
    ['src/readings/origins.ts', 'marks.size > 0', 'true'],
    ['src/readings/origins.ts', 'marks.size > 0', 'marks.size >= 0'],
    ['src/readings/origins.ts', 'sent === received', 'false'],
    ['src/engine/pacing/requests.ts', 'dropped.size === 0', 'false'],
  ]),
  ...same('It limits what is stored, so that memory stays flat.', [
    ['src/checks/expectations.ts', 'known.size < maxKnown', 'true'],
    ['src/checks/expectations.ts', 'known.size < maxKnown', 'known.size <= maxKnown'],
  ]),
  ...same('The value always exists, but the compiler cannot know that.', [
    ['src/readings/listed.ts', '[]', '["Stryker was here"]'],
    ['src/engine/pacing/requests.ts', '[]', '["Stryker was here"]'],
    ['src/engine/pacing/requests.ts', 'lanes.get(laneOf(first))?.shift', 'lanes.get(laneOf(first)).shift'],
    ['src/engine/pacing/requests.ts', 'lanes.get(laneOf(first))?.splice', 'lanes.get(laneOf(first)).splice'],
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
    ['src/exchange/credentials.ts', "''", '"Stryker was here!"'],
    ['src/spec/requirement.ts', "''", '"Stryker was here!"'],
    [
      'src/exchange/headers.ts',
      "field(headers, 'content-type')?.split(';', 1)[0]?.trim",
      "field(headers, 'content-type')?.split(';', 1)[0].trim",
    ],
    ['src/readings/recovery.ts', 'shown.at(-1)?.series', 'shown.at(-1).series'],
    ['src/readings/silence.ts', 'first === undefined', 'false'],
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
    ['src/engine/report.ts', 'results[at]?.verdict', 'results[at].verdict'],
    ['src/engine/session.ts', 'requirement?.level', 'requirement.level'],
    ['suites/versioning.ts', "''", '"Stryker was here!"'],
    ['suites/refusing.ts', 'met?.first', 'met.first'],
  ]),
  ...same('A finding that is sent again has a request, and one without a request has no status.', [
    ['src/engine/replay.ts', 'exchange === undefined', 'false'],
    ['src/engine/replay.ts', 'request === undefined', 'false'],
    ['src/engine/replay.ts', 'again?.credential', 'again.credential'],
  ]),
  ...same('Only requirements of the proof show it, which are never replayed by one request.', [
    ['src/engine/replay.ts', "'a replay sends no more than it needs'", '""'],
  ]),
  ...same('An undefined value is omitted later, or matches nothing.', [
    ['src/readings/origins.ts', "typeof id === 'bigint'", 'true'],
    ['src/readings/outcomes.ts', 'status === undefined', 'false'],
    ['src/readings/quota.ts', 'toReset !== undefined', 'true'],
    ['src/readings/quota.ts', 'reset !== undefined', 'true'],
    ['src/readings/quota.ts', 'text !== undefined', 'true'],
    ['src/readings/readings.ts', '{ isRepeated: false, isPaced: false }', '{}'],
    ['src/readings/readings.ts', "typeof id === 'bigint'", 'true'],
    ['src/exchange/address.ts', 'location === undefined', 'false'],
    ['src/exchange/headers.ts', 'value === undefined', 'false'],
    ['suites/listing.ts', 'example === undefined', 'false'],
    ['suites/rate-limit-headers.ts', 'value !== undefined', 'true'],
  ]),
  ...same('Neither the replacement nor an empty string contains a name of a run.', [
    ['src/readings/leftovers.ts', "''", '"Stryker was here!"'],
    ['suites/refusing.ts', "''", '"Stryker was here!"'],
  ]),
  ...same('An array, a string or null has no name and no description.', [
    ['suites/creating.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('A number, a boolean, a string or an array of strings has no such fields.', [
    ['src/readings/origins.ts', "typeof value === 'object'", 'true'],
    ['src/readings/listed.ts', 'isObject(element)', 'true'],
  ]),
  ...same('It only tells kinds apart, and they still differ.', [
    ['src/readings/outcomes.ts', "meaning.kind === 'violates'", 'true'],
    ['src/readings/outcomes.ts', "''", '"Stryker was here!"'],
    ['src/readings/outcomes.ts', 'bodySize(exchange) > 0', 'bodySize(exchange) <= 0'],
    [
      'src/readings/shedding.ts',
      "meaningOfBody(request).kind === 'valid'",
      "meaningOfBody(request).kind !== 'valid'",
    ],
  ]),
  ...same('The first response or body replaces it, because none is identical.', [
    ['src/exchange/headers.ts', '{\n  headers: [],\n  lines: new Map(),\n}', '{}'],
    ['src/exchange/headers.ts', "{ text: '', at: undefined }", '{}'],
    ['src/exchange/headers.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('It has no name of a run and no time, so it is passed over.', [
    ['src/readings/origins.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('The first good list removes it, because it has no time. Before one, no POST is blamed.', [
    ['src/readings/post-stops.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('It has no times, so it begins no stretch and lies in none.', [
    ['src/readings/usage.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('The whole body is compared with the plain category of the name afterward.', [
    ['src/readings/post-stops.ts', '/^{"name":"([a-z]{3,16})"/', '/{"name":"([a-z]{3,16})"/'],
    ['src/readings/post-stops.ts', 'name !== undefined', 'true'],
  ]),
  ...same('Either way, the two kinds of requests have different lanes.', [
    ['src/engine/pacing/requests.ts', 'creates === true', 'creates !== true'],
  ]),
  ...same('No two entries have the same order.', [
    ['src/engine/pacing/requests.ts', 'order < entry.order', 'order <= entry.order'],
  ]),
  ...same('Two keys of a map are never equal.', [['src/readings/leftovers.ts', 'a < b', 'a <= b']]),
  ...same('All digits of a number are removed either way.', [
    ['src/readings/responses.ts', '/[0-9a-f]{8,}|\\d+/gi', '/[0-9a-f]{8,}|\\d/gi'],
  ]),
  ...same('It is read only if the form matches, which then gives its value.', [
    ['src/exchange/headers.ts', "''", '"Stryker was here!"'],
  ]),
  ...same('With nothing left, one more timer of the shortest time follows.', [
    ['src/exchange/clock.ts', 'left <= 0', 'left < 0'],
  ]),
  ...same('No schema requires an array.', [
    ['src/exchange/validate.ts', "type === 'array'", 'false'],
    ['src/exchange/validate.ts', "'array'", '""'],
  ]),
  ...same('The replacement value shows no quota, so nothing is compared with it.', [
    ['src/readings/enforcement.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('No requirement needs what the replacement names.', [
    ['src/engine/judge-recorded.ts', '[]', '["Stryker was here"]'],
    ['src/engine/replay.ts', '[]', '["Stryker was here"]'],
    ['src/engine/select.ts', '[]', '["Stryker was here"]'],
    ['suites/refusing.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('A difference of 0 counts as the same time before.', [
    ['suites/rate-limiting.ts', 'apart < 0', 'apart <= 0'],
  ]),
  ...same('The replacement names no class of bodies.', [
    ['src/payloads/generate.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('No other meaning has this field.', [
    ['src/payloads/generate.ts', "meaning.kind === 'violates'", 'true'],
  ]),
  ...same('Each class has a smallest body.', [['src/payloads/generate.ts', 'first !== undefined', 'true']]),
  ...same('The first element is not read.', [['src/engine/preflight.ts', '[]', '["Stryker was here"]']]),
  ...same('A path has no line break, so the greedy group begins at its start.', [
    ['src/engine/preflight.ts', '/^(.*)\\/categories\\/?$/', '/(.*)\\/categories\\/?$/'],
  ]),
  ...same('Without a time, the end of the pause is not a number, which is later than nothing.', [
    ['src/engine/pacing/knowledge.ts', 'options.heldMs !== undefined', 'true'],
  ]),
  ...same('No decision of another kind has this field.', [
    ['src/engine/pacing/knowledge.ts', "decision.kind === 'not enforced'", 'true'],
  ]),
  ...same('Each request with the key has a count of its own.', [
    [
      'src/engine/pacing/quota.ts',
      'known.ticket.withKey >= view.ticket.withKey',
      'known.ticket.withKey > view.ticket.withKey',
    ],
  ]),
  ...same('No operation has either name.', [['src/engine/pacing/quota.ts', "'shared'", '""']]),
  ...same('Nothing to wait for fails at once, and that failure is ignored.', [
    ['src/engine/execute.ts', 'after !== undefined', 'true'],
  ]),
  ...same('After a harmful body none is sent, whichever way the search goes on.', [
    ['src/engine/shrink.ts', 'false', 'true'],
  ]),
  ...same('A body of the same class with the same cause violates the same requirement.', [
    ['src/engine/shrink.ts', 'violatedRequirement(exchange) === requirement', 'true'],
  ]),
  ...same('It only needs a seed unlike that of the bodies, and the replacement is one, too.', [
    ['src/engine/session.ts', 'settings.seed + 1', 'settings.seed - 1'],
  ]),
  ...same('The exchanges are then stored, but still not in the report.', [
    ['src/engine/session.ts', 'settings.keepExchanges', 'true'],
  ]),
  ...same('A missing value counts as false.', [['src/engine/run.ts', '{ timed: false }', '{}']]),
  ...same('The queue itself leaves out a proof that it must not make.', [
    ['src/engine/run.ts', 'exhaust === true', 'true'],
  ]),
  ...same('A run goes on only after a response.', [['src/engine/run.ts', '!hasResponse(first)', 'false']]),
  ...same('The replacement waives nothing, and names no budget.', [
    ['src/engine/report.ts', '[]', '["Stryker was here"]'],
    ['src/engine/session.ts', '[]', '["Stryker was here"]'],
  ]),
  ...same('No request is refused for a reason that does not exist.', [
    ['src/engine/session.ts', 'kind !== undefined', 'true'],
  ]),
  ...same('It decides only whether a string shares memory with the document, never its characters.', [
    ['src/json/read.ts', 'text.length <= longestShared || length < shortestSlice', 'true'],
    ['src/json/read.ts', 'text.length <= longestShared || length < shortestSlice', 'false'],
    [
      'src/json/read.ts',
      'text.length <= longestShared || length < shortestSlice',
      'text.length <= longestShared && length < shortestSlice',
    ],
    ['src/json/read.ts', 'text.length <= longestShared', 'false'],
    ['src/json/read.ts', 'text.length <= longestShared', 'text.length < longestShared'],
    ['src/json/read.ts', 'text.length <= longestShared', 'text.length > longestShared'],
    ['src/json/read.ts', 'length < shortestSlice', 'false'],
    ['src/json/read.ts', 'length < shortestSlice', 'length <= shortestSlice'],
    ['src/json/read.ts', 'length < shortestSlice', 'length >= shortestSlice'],
    ['src/json/read.ts', 'source.at - start', 'source.at + start'],
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
