import { type Conclusion, conclusion, observe, suite } from '../src/checks/vocabulary.ts';
import {
  operationDifferences,
  serverDifferences,
  stabilityDifferences,
  versionDifferences,
} from '../src/description/differences.ts';
import { type Discrepancy, type Place, rootPlace } from '../src/description/place.ts';
import { hasResponse, statusOf } from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';
import { reason } from '../src/spec/reasons.ts';

export default suite('Versioning', [
  conclusion('versioning.base-path', 'the base URL ends in the segment v1', ({ base, outcomes }) => {
    if (!outcomes.all().some(({ first }) => hasResponse(first))) return undefined;
    const last = base.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
    // There is one base URL, no matter how many requests were sent.
    if (last === 'v1') return { tested: 1 };
    const received = last === '' ? 'has no path' : `ends in "${last}"`;
    const cause = 'the base URL does not end in v1';
    return {
      occurrences: [{ subject: 'the base URL', relation: 'must', expected: 'end in "v1"', received, cause }],
    };
  }),

  observe('versioning.sunset', 'the deprecated operation announces its sunset', (response) => {
    if (!hasResponse(response) || statusOf(response) === 429) return undefined;
    if (response.request.operation !== 'petById' || response.validity !== 'valid') return undefined;
    const { headers } = response.outcome.response;
    const [sunset] = fieldLines(headers, 'sunset');
    const [deprecation] = fieldLines(headers, 'deprecation');
    return `Sunset: ${sunset ?? 'none'}, Deprecation: ${deprecation ?? 'none'}`;
  }),

  described('versioning.description-version', 'the description has version 1.0.0', versionDifferences),
  described(
    'versioning.stability-marker',
    'x-stability markers are experimental or beta',
    stabilityDifferences,
  ),
  described(
    'versioning.description-operations',
    'the description matches the specification',
    operationDifferences,
  ),
  described('versioning.description-base', 'a server URL ends in v1', serverDifferences),
]);

/** Judges the interface description. `differences` returns undefined if the description lacks the part to compare. */
function described(
  requirement: string,
  title: string,
  differences: (root: Place) => Discrepancy[] | undefined,
): Conclusion {
  return conclusion(requirement, title, ({ description }) => {
    if (description === undefined) return undefined;
    const found = differences(rootPlace(description));
    if (found === undefined) return { reason: reason('no-servers') };
    return {
      tested: Math.max(1, found.length),
      occurrences: found.map(({ pointer, expected, received, cause }) => ({
        subject: `the description, ${pointer}`,
        expected,
        received,
        cause: `the description: ${cause}`,
        instance: pointer,
      })),
    };
  });
}
