/** Fields of custom checks as kit 0.1 named them, with their names now. */
const renamed = {
  exercised: 'tested',
  exercisedBy: 'testedBy',
  kept: 'alsoCorrect',
  means: 'impact',
  members: 'checks',
  mend: 'fix',
  presentation: 'credential',
  worth: 'priority',
};

/** Exports of petstore-conformance/check as kit 0.1 named them, with their names now. */
const renamedExports: Readonly<Record<string, string>> = {
  isAnswer: 'hasResponse',
  isNamedAnswer: 'isNamedResponse',
  notExercised: 'notTested',
  presentations: 'credentials',
};

/** Finds a former name in the error for an import that does not exist. */
export function renamedExport(message: string): readonly [was: string, now: string] | undefined {
  const [, was = ''] = /does not provide an export named '(\w+)'/.exec(message) ?? [];
  const now = Object.hasOwn(renamedExports, was) ? renamedExports[was] : undefined;
  return now === undefined ? undefined : [was, now];
}

/** Finds a former field name, for messages such as "means is now called impact". Having both names is fine. */
export function renamedField(fields: object): readonly [was: string, now: string] | undefined {
  return Object.entries(renamed).find(
    ([was, now]) => Object.hasOwn(fields, was) && !Object.hasOwn(fields, now),
  );
}
