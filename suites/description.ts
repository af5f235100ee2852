import { type Conclusion, conclusion, suite } from '../src/checks/built-in.ts';
import {
  operationDifferences,
  serverDifferences,
  stabilityDifferences,
  versionDifferences,
} from '../src/description/differences.ts';
import { type Difference, type Place, rootPlace } from '../src/description/place.ts';

/** A rule on the interface description, which no answer bears on; undefined where it says nothing of the matter. */
function described(
  requirement: string,
  title: string,
  differences: (root: Place) => Difference[] | undefined,
): Conclusion {
  return conclusion(requirement, title, ({ description }) => {
    if (description === undefined) return undefined;
    const found = differences(rootPlace(description));
    if (found === undefined) return { reason: 'the description lists none' };
    return {
      exercised: Math.max(1, found.length),
      occurrences: found.map(({ pointer, expected, received, cause }) => ({
        expected,
        received: `${received}, at ${pointer}`,
        cause: `the description: ${cause}`,
        instance: pointer,
      })),
    };
  });
}

export default suite('Interface description', [
  described('versioning.description-version', 'the description has version 1.0.0', versionDifferences),
  described('versioning.stability-marker', 'its markers are experimental or beta', stabilityDifferences),
  described(
    'versioning.description-operations',
    'it has the operations of the specification',
    operationDifferences,
  ),
  described('versioning.description-base', 'one of its servers ends in v1', serverDifferences),
]);
