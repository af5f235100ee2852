import { columnsOf } from './output.ts';
import { cutInto, escapedAlready, joined, printable, type Shown, shown } from './shown.ts';

/** Wraps text at spaces into lines of at most `width` characters; cuts longer words. */
export function wrap(text: Shown, width: number): Shown[] {
  return cutInto(text, (whole) => broken(whole, width));
}

function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  // Spaces at the beginning indent the first line.
  let line = text.slice(0, text.length - text.trimStart().length);
  for (const word of text.slice(line.length).split(' ')) {
    if (line.trim() !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line.trim() === '' ? line + word : `${line} ${word}`;
    }
    while (line.length > width) {
      const code = line.charCodeAt(width - 1);
      // Never split a surrogate pair.
      const end = code >= 0xd800 && code <= 0xdbff && width > 1 ? width - 1 : width;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

/** Wraps lines to the width of a terminal. Elsewhere, lines stay whole, so that a search finds their text. */
export function brokenFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  text: Shown,
): Shown {
  if (stream.isTTY !== true) return text;
  const width = Math.max(20, columnsOf(stream, {}) - 3);
  return joined(cutInto(text, (whole) => whole.split('\n')).map((line) => joined(wrap(line, width), '\n  ')));
}

/** Formats a number: "1,002". It avoids ICU if possible, because loading ICU delays the first request. */
export function number(value: number): Shown {
  return escapedAlready(
    Number.isSafeInteger(value)
      ? String(value).replace(/\B(?=(\d{3})+$)/g, ',')
      : value.toLocaleString('en-US'),
  );
}

/** Formats a count with its noun: "1 request", "2 requests". */
export function counted(count: number, one: string, many = `${one}s`): Shown {
  return shown`${number(count)} ${printable(count === 1 ? one : many)}`;
}

/** Formats seconds: "4 s", "2 min 30 s". */
export function duration(seconds: number): Shown {
  const whole = Math.ceil(seconds);
  if (whole < 120) return shown`${whole} s`;
  const rest = whole % 60;
  return rest === 0 ? shown`${whole / 60} min` : shown`${(whole - rest) / 60} min ${rest} s`;
}

/**
 * Lists the first few strings, with semicolons if one of them contains a comma, and counts the rest: "and 7 more places" if
 * `what` is "place".
 */
export function listed(texts: readonly string[], most: number, what?: string): string {
  const first = texts.slice(0, most);
  const separator = first.some((text) => text.includes(', ')) ? '; ' : ', ';
  return [first.join(separator), ...othersWords(texts, most, what)].join(' ');
}

/** Returns "a, b and c". */
export function enumerated(texts: readonly string[]): string {
  const last = texts.slice(-1);
  const others = texts.slice(0, -1).join(', ');
  return [...(others === '' ? [] : [others]), ...last].join(' and ');
}

/** Returns "and 7 more places", if there are more places than are listed. */
export function othersWords(texts: readonly string[], most: number, what = ''): string[] {
  const others = texts.length - most;
  if (others <= 0) return [];
  return [`and ${what === '' ? `${others} more` : counted(others, `more ${what}`)}`];
}

/** Writes a string as one shell word, quoted if necessary. For example, zsh replaces `=name` with the path of a program. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,-][\w./:@%+=,-]*$/.test(text) ? text : quotedWord(text);
}

/** Quotes a string as one shell word. */
export function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns what follows the first sentence of a string; empty if nothing does. */
export function afterFirstSentence(text: string): string {
  return text.slice(firstSentence(text).length).trim();
}

/** Cuts a string to its first sentence, for places without room for more. */
export function firstSentence(text: string): string {
  const [first = text] = /^.*?[.?](?= [A-Z\d]|$)/s.exec(text) ?? [];
  return first;
}

/** Returns the day of a time in UTC: "2026-12-31". */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
