import { printableWhole, type Shown, shown } from '../report/escape.ts';

/**
 * What a user gave, in quotes and safe for the terminal, at full length: messages are redacted as a whole and
 * cut only then, for half a key would not be recognised.
 */
export function quoted(text: string): Shown {
  return shown`"${printableWhole(text)}"`;
}
