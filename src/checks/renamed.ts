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

/** Finds a former field name, for messages such as "means is now called impact". Having both names is fine. */
export function renamedField(fields: object): readonly [was: string, now: string] | undefined {
  return Object.entries(renamed).find(
    ([was, now]) => Object.hasOwn(fields, was) && !Object.hasOwn(fields, now),
  );
}
