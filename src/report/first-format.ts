import { noCurl } from './commands.ts';

/** Field names of format 1 (kit 0.1), and their names now. */
const fields: ReadonlyMap<string, string> = new Map([
  ['answered429', 'rateLimited'],
  ['excluded', 'not testable'],
  ['exercised', 'tested'],
  ['kept', 'alsoCorrect'],
  ['means', 'impact'],
  ['mend', 'fix'],
  ['not asked', 'not selected'],
  ['not exercised', 'not tested'],
  ['presentation', 'credential'],
  ['proofLeftOut', 'proofSkipped'],
  ['refusedBodies', 'invalidBodies'],
  ['repeated', 'retried'],
  ['residue', 'leftovers'],
  ['twin', 'control'],
]);

/** Enum values of format 1 by field, and their values now. */
const values: Readonly<Record<string, ReadonlyMap<unknown, string>>> = {
  level: new Map([['excluded', 'not-testable']]),
  verdict: new Map([
    ['excluded', 'not testable'],
    ['not asked', 'not selected'],
    ['not exercised', 'not tested'],
  ]),
  state: new Map([['not exercised', 'not tested']]),
};

/** Causes and places of format 1, and their wording now. */
const causes: readonly (readonly [RegExp, string])[] = [
  [/: what was answered (\d{3}) is stored$/, ': stored although it returned $1'],
  [/: a request after Remaining 0 is answered (\d{3})$/, ': a request after Remaining 0 returned $1'],
  [/: a request after Remaining 0 is cut off$/, ': a request after Remaining 0 got no response'],
  [
    /: more requests than the Limit are served in one window$/,
    ': more requests than Limit served in one window',
  ],
  [/: one key and operation see more than four Limits$/, ': more than four Limits for one key and operation'],
  [/: answers with one Reset show different Limits$/, ': different Limits with the same Reset'],
  [/: two creations get the same id$/, ': two creations have the same id'],
  [/: a creation gets an id that was in use$/, ': a creation has an id already in use'],
  [/ stands in the list more than once$/, ' is listed more than once'],
  [/ is no Unix timestamp in seconds$/, ' is not a Unix timestamp in seconds'],
  [/ lies (in the past|more than 25 hours ahead)$/, ' is $1'],
  [/(?<=: the list shows .*)\banother (?=id|name|description)/g, 'a different '],
  [/: the valid key is answered 401$/, ': the valid key returned 401'],
  [
    /: requests in flight at the same time are answered 502, 503 or 504$/,
    ': concurrent requests returned 502, 503 or 504',
  ],
  [/: the id of the request decides$/, ': the id of the request is used'],
  [/: there is no (Content-Type|Date)$/, ': $1 is missing'],
  [/: the Content-Type is another$/, ': Content-Type is not application/json'],
  [/: a body that was sent has broken the list$/, ': a request body broke the list'],
  [/: the list is marked as a part$/, ': the list is marked as one page'],
  [/: a name stands twice in an object$/, ': a repeated name in an object'],
  [/ stands more than once$/, ' appears more than once'],
  [
    /: the minute's limit resets later than in a minute$/,
    ': the limit per minute resets after more than a minute',
  ],
  [/: the address does not end in v1$/, ': the base URL does not end in v1'],
  [/ tells another status$/, ' has another status in its body'],
  [/ is another text$/, ' is another string'],
  [/ is no JSON$/, ' is not JSON'],
  [/ is no (Category|positive integer)$/, ' is not a $1'],
  [/ is no (object|array|Error|integer)$/, ' is not an $1'],
  [/ is nothing\b/g, ' is missing'],
  [/\bno answer \((?=[a-z-]+\))/, 'no response ('],
  [/\banswered (?=\d{3}\b)/, 'returned '],
];

/** Converts a report of format 1 to the current format. Its input is not validated: the schema checks the result. */
export function fromFirstFormat(report: unknown): unknown {
  const { ledger, exchanges, ...rest } = report as Record<string, unknown>;
  const { kept, ...left } = (exchanges ?? {}) as Record<string, unknown>;
  return {
    ...(converted(rest) as object),
    formatVersion: 2,
    requirementsVersion: (ledger as { readonly version?: unknown } | undefined)?.version,
    ...(exchanges === undefined ? {} : { exchanges: { recorded: converted(kept), ...left } }),
  };
}

/** Converts a signature of kit 0.1. */
export function fromFirstSignature(signature: string): string {
  return causes.reduce((now, [pattern, words]) => now.replace(pattern, words), signature);
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  // Custom checks have causes of their own, which do not change.
  const isCustom = 'section' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      fields.get(name) ?? name,
      name === 'curl'
        ? // Its quoting was that of one shell.
          noCurl('the report is of format 1')
        : typeof one === 'string' && (name === 'place' || (name === 'signature' && !isCustom))
          ? fromFirstSignature(one)
          : ((Object.hasOwn(values, name) ? values[name]?.get(one) : undefined) ?? converted(one)),
    ]),
  );
}
