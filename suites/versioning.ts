import { conclusion, observe, suite } from '../src/checks/built-in.ts';
import { isAnswer } from '../src/exchange/exchange.ts';
import { fieldLines } from '../src/exchange/headers.ts';

export default suite('Versioning', [
  conclusion('versioning.base-path', 'the base address ends in the segment v1', ({ base, outcomes }) => {
    if (!outcomes.all().some(({ first }) => isAnswer(first))) return undefined;
    const last = base.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
    // It is one address, however many requests went there.
    if (last === 'v1') return { exercised: 1 };
    const received = last === '' ? 'an address without a path' : `an address that ends in "${last}"`;
    const cause = 'the address does not end in v1';
    return { occurrences: [{ expected: 'an address that ends in "v1"', received, cause }] };
  }),

  observe('versioning.sunset', 'the deprecated operation announces its sunset', (answer) => {
    if (!isAnswer(answer)) return undefined;
    if (answer.request.operation !== 'petById' || answer.credential !== 'valid') return undefined;
    const { headers } = answer.outcome.response;
    const [sunset] = fieldLines(headers, 'sunset');
    const [deprecation] = fieldLines(headers, 'deprecation');
    return `Sunset: ${sunset ?? 'none'}, Deprecation: ${deprecation ?? 'none'}`;
  }),
]);
