import { cutInto, escapedAlready, joined, printable, type Shown, shown } from './shown.ts';
import { columnsOf } from './terminal.ts';

/** Breaks a text at its blanks into lines of at most `width` characters; a word that is longer is cut. */
export function wrap(text: Shown, width: number): Shown[] {
  return cutInto(text, (whole) => broken(whole, width));
}

function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
    while (line.length > width) {
      const end = cutAt(line, width);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  if (line !== '' || lines.length === 0) lines.push(line);
  return lines;
}

/** Lines broken between words to the width of a terminal; elsewhere as they are, one line for each search. */
export function brokenFor(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  text: Shown,
): Shown {
  if (stream.isTTY !== true) return text;
  const width = Math.max(20, columnsOf(stream, {}) - 3);
  return joined(cutInto(text, (whole) => whole.split('\n')).map((line) => joined(wrap(line, width), '\n  ')));
}

/** Where to cut, so that no surrogate pair is torn apart. */
function cutAt(line: string, width: number): number {
  const code = line.charCodeAt(width - 1);
  return code >= 0xd800 && code <= 0xdbff && width > 1 ? width - 1 : width;
}

/** A number as all texts write it: "1,002". */
export function number(value: number): Shown {
  return escapedAlready(value.toLocaleString('en-US'));
}

/** "1 request", "2 requests". */
export function counted(count: number, one: string, many = `${one}s`): Shown {
  return shown`${number(count)} ${printable(count === 1 ? one : many)}`;
}

/** Seconds as people say them: "4 s", "2 min 30 s". */
export function duration(seconds: number): Shown {
  const whole = Math.ceil(seconds);
  if (whole < 120) return shown`${whole} s`;
  const rest = whole % 60;
  return rest === 0 ? shown`${whole / 60} min` : shown`${(whole - rest) / 60} min ${rest} s`;
}

/** The first few, and how many more there are; `what` says of what one is: "and 7 more places" of a place. */
export function listed(texts: readonly string[], most: number, what = ''): string {
  const others = texts.length - most;
  const shown = texts.slice(0, most).join(', ');
  const more = what === '' ? `${others} more` : counted(others, `more ${what}`);
  return others > 0 ? `${shown} and ${more}` : shown;
}
