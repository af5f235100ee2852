import { type Conclusion, conclusion, observe, suite } from '../src/checks/built-in.ts';
import {
  operationDifferences,
  serverDifferences,
  stabilityDifferences,
  versionDifferences,
} from '../src/description/differences.ts';
import { type Difference, type Place, rootPlace } from '../src/description/place.ts';
import { hasResponse } from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';

export default suite('Versioning', [
  conclusion('versioning.base-path', 'the base address ends in the segment v1', ({ base, outcomes }) => {
    if (!outcomes.all().some(({ first }) => hasResponse(first))) return undefined;
    const last = base.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
    // It is one address, however many requests went there.
    if (last === 'v1') return { tested: 1 };
    const received = last === '' ? 'an address without a path' : `an address that ends in "${last}"`;
    const cause = 'the address does not end in v1';
    return { occurrences: [{ expected: 'an address that ends in "v1"', received, cause }] };
  }),

  observe('versioning.sunset', 'the deprecated operation announces its sunset', (response) => {
    if (!hasResponse(response)) return undefined;
    if (response.request.operation !== 'petById' || response.validity !== 'valid') return undefined;
    const { headers } = response.outcome.response;
    const [sunset] = fieldLines(headers, 'sunset');
    const [deprecation] = fieldLines(headers, 'deprecation');
    return `Sunset: ${sunset ?? 'none'}, Deprecation: ${deprecation ?? 'none'}`;
  }),

  described('versioning.description-version', 'the description has version 1.0.0', versionDifferences),
  described('versioning.stability-marker', 'its markers are experimental or beta', stabilityDifferences),
  described(
    'versioning.description-operations',
    'it has the operations of the specification',
    operationDifferences,
  ),
  described('versioning.description-base', 'one of its servers ends in v1', serverDifferences),
]);

/** Judges the interface description, which no response is relevant to; undefined differences: it has no such part. */
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
      tested: Math.max(1, found.length),
      occurrences: found.map(({ pointer, expected, received, cause }) => ({
        expected,
        received: `${received}, at ${pointer}`,
        cause: `the description: ${cause}`,
        instance: pointer,
      })),
    };
  });
}
