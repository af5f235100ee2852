import { printableWhole, type Shown, shown } from '../text/shown.ts';

/**
 * Reports a wrong command or configuration: exit status 2. The message says what was wrong and, on a second line if needed,
 * what to do. It never contains a key.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Quotes user input for the terminal, uncut, because `main` redacts messages before it cuts them. */
export function quoted(text: string): Shown {
  return shown`"${printableWhole(text)}"`;
}

/** Quotes a URL without the parts that may contain secrets. */
export function quotedUrl(text: string): Shown {
  return quoted(text.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1'));
}
