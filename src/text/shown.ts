/**
 * Characters that a terminal must not get raw: control characters (C0, DEL, C1), format characters (bidi controls,
 * zero-width characters, tags), invisible characters (variation selectors), line and paragraph separators, lone
 * surrogates, private and unassigned code points, spaces other than U+0020, and blank letters. Three combining marks in a
 * row are allowed: no script needs more, and many of them would cover the neighboring lines.
 */
const unprintable =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}|\u2800|(?<=\p{M}{3})\p{M}/gu;

/** CI servers execute `##[error]`, `##vso[…]` and `##teamcity[…]`, some anywhere in a line; the second `#` is escaped. */
const buildCommand = /##(?=[a-z]{0,20}\[)/gi;

/** The default length limit, in code points. */
const shownLength = 400;

declare const brand: unique symbol;

/**
 * Text that is safe to show on a terminal. Streams accept nothing else (see `Output`), so the compiler finds outside text
 * that is not escaped. Only this file creates it.
 */
export type Shown = string & { readonly [brand]: true };

/**
 * Accepts a number, safe text, or a string literal, and is `never` for any other string. `{}` is assignable to a record over
 * `string`, which requires no key, but not to a record over a literal, which requires that key.
 */
type Safe<Value> = Value extends Shown | number
  ? Value
  : Record<never, never> extends Record<Value & string, 1>
    ? never
    : Value;

/** GitHub Actions executes `::name::` as a command at the beginning of a line, even after spaces. */
const commandAtStart = /^([^\S\n]*):(?=:)/gm;

/** Builds safe text from a template with safe values; no value can begin a line as a command. */
export function shown<Values extends readonly (string | number)[]>(
  parts: TemplateStringsArray,
  ...values: { [At in keyof Values]: Values[At] & Safe<Values[At]> }
): Shown {
  return withoutCommandsAtStart(String.raw({ raw: parts }, ...values));
}

/** Joins pieces of safe text, usually lines. */
export function joined(
  pieces: readonly Shown[],
  separator: ', ' | '\n' | '\n\n' | '\n  ' | '' = '\n',
): Shown {
  return withoutCommandsAtStart(pieces.join(separator));
}

/** Pads safe text with spaces. */
export function padded(text: Shown, width: number): Shown {
  return text.padEnd(width) as Shown;
}

/** Cuts safe text into pieces with a function that adds nothing. */
export function cutInto(text: Shown, cut: (text: string) => readonly string[]): Shown[] {
  return cut(text) as Shown[];
}

/** Marks text as safe: the kit's own, or text that its format has escaped (Markdown, XML). A test lists the callers. */
export function escapedAlready(text: string): Shown {
  return text as Shown;
}

function withoutCommandsAtStart(text: string): Shown {
  return text.replace(commandAtStart, '$1\\u{3a}') as Shown;
}

/** Control characters, except in line breaks, tabs and colors. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a color begins with one.
const strayControl = /(?!\n|\t|\r\n|\u001b\[[\d;]*m)\p{Cc}/gu;

/**
 * Makes the output of a reporter safe to print: no line is a command, and no control character remains except for colors.
 * Output that is JSON stays JSON.
 */
export function printableOutput(text: string): Shown {
  return withoutCommandsAtStart(text.replace(strayControl, escapeOne).replace(buildCommand, '#\\u0023'));
}

/**
 * Makes outside text safe for one line of a terminal: escapes invisible characters, and those that move the cursor, as
 * `\u{1b}`. The result has no line break. It keeps at most `longest` code points of the text, and says how many it omits,
 * unless that would not shorten the text.
 *
 * It may still be unsafe at the *beginning* of a line, where GitHub Actions executes `::error::`: `shown` and `joined`
 * prevent that.
 */
export function printable(text: string, longest = shownLength): Shown {
  const cut = firstCodePoints(text, longest);
  const safe = cut.replace(unprintable, escapeOne).replace(buildCommand, '#\\u{23}');
  if (cut.length === text.length) return safe as Shown;
  let total = 0;
  for (const _ of text) total++;
  const more = `… (${total - longest} more characters)`;
  // The note may be longer than the text that it replaces.
  return total - longest <= more.length ? printableWhole(text) : (`${safe}${more}` as Shown);
}

/** Makes text safe at full length, for sinks that have their own limits. */
export function printableWhole(text: string): Shown {
  return printable(text, Number.POSITIVE_INFINITY);
}

/** Finds the parts of a string that need the full pattern, which is many times slower. */
const notAscii = /[^\n\x20-\x7e]+/g;

/** Makes JSON text safe to print by adding JSON escapes. Keeps line breaks. */
export function printableJsonText(text: string): Shown {
  const safe = text.replace(notAscii, (run) => run.replace(unprintable, escapeUnits));
  return safe.replace(buildCommand, '#\\u0023') as Shown;
}

function escapeUnits(character: string): string {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((hex) => `\\u${hex}`).join('');
}

function escapeOne(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  let end = 0;
  for (let taken = 0; taken < count && end < text.length; taken++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}
