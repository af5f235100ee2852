import { fieldLines } from '../src/http/headers.ts';
import { suite, wholeRun } from '../src/kit/suite.ts';
import { isAnswer } from '../src/model/exchange.ts';
import { observe } from './observe.ts';

export default suite('Versioning', [
  wholeRun('versioning.base-path', 'the base address ends in the segment v1', ({ base }) => {
    let answers = 0;
    return {
      step: (exchange) => {
        if (isAnswer(exchange)) answers++;
      },
      end: () => {
        const last = base.pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
        // It is one address, however many requests went there.
        const exercised = Math.min(answers, 1);
        if (last === 'v1' || exercised === 0) return { exercised, occurrences: [] };
        const received = last === '' ? 'an address without a path' : `an address that ends in "${last}"`;
        return {
          exercised,
          occurrences: [
            { expected: 'an address that ends in "v1"', received, cause: 'the address does not end in v1' },
          ],
        };
      },
    };
  }),

  observe('versioning.sunset', 'the deprecated operation announces its sunset', (answer) => {
    if (answer.request.operation !== 'petById' || answer.credential !== 'valid') return undefined;
    const { headers } = answer.outcome.response;
    const [sunset] = fieldLines(headers, 'sunset');
    const [deprecation] = fieldLines(headers, 'deprecation');
    return `Sunset: ${sunset ?? 'none'}, Deprecation: ${deprecation ?? 'none'}`;
  }),
]);
