/** Names of fields in format 1, which kit 0.1 wrote, with their names now. */
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

/** Values of the fields that have one of a few, with the value now. */
const values: Readonly<Record<string, ReadonlyMap<unknown, string>>> = {
  level: new Map([['excluded', 'not-testable']]),
  verdict: new Map([
    ['excluded', 'not testable'],
    ['not asked', 'not selected'],
    ['not exercised', 'not tested'],
  ]),
  state: new Map([['not exercised', 'not tested']]),
};

/**
 * Converts a report of format 1 to the current format. Nothing in it was checked before: what has another form than a
 * report is returned as it is, for the schema to refuse.
 */
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

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      fields.get(name) ?? name,
      name === 'signature' && typeof one === 'string'
        ? one.replaceAll(/\banswered (?=\d{3}\b)/g, 'returned ')
        : ((Object.hasOwn(values, name) ? values[name]?.get(one) : undefined) ?? converted(one)),
    ]),
  );
}
