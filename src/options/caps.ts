import { defaultCaps, type Settings } from '../model/settings.ts';
import { type OptionValues, read } from './given.ts';
import { whole } from './numbers.ts';

/** Each cap has a bound of its own: beyond it the reader would run out of stack or memory. Throws a UsageError. */
export function readCaps(values: OptionValues): Pick<Settings, 'caps'> {
  const given = {
    bodyMb: read(values.text('max-body'), (text) => whole(text, 1, 64)),
    headersKb: read(values.text('max-headers'), (text) => whole(text, 4, 1_024)),
    depth: read(values.text('max-nesting'), (text) => whole(text, 8, 1_000)),
    elements: read(values.text('max-elements'), (text) => whole(text, 100, 10_000_000)),
  };
  if (Object.values(given).every((cap) => cap === undefined)) return {};
  return {
    caps: {
      bodyMb: given.bodyMb ?? defaultCaps.bodyMb,
      headersKb: given.headersKb ?? defaultCaps.headersKb,
      depth: given.depth ?? defaultCaps.depth,
      elements: given.elements ?? defaultCaps.elements,
    },
  };
}
