/**
 * What a terminal must not be given raw: control characters (C0, DEL, C1), format characters (bidi controls,
 * zero-width ones, tags), characters that nothing shows (variation selectors), line and paragraph separators, lone surrogates, private and unassigned code points,
 * blanks that only look like a blank, and letters without ink. Combining marks are allowed in threes, for no
 * script needs more on one letter and a flood of them runs over the neighbouring lines.
 */
const unprintable =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}|(?! )\p{Zs}|\u2800|(?<=\p{M}{3})\p{M}/gu;

/**
 * Build servers obey lines such as `##[error]`, `##vso[…]` and `##teamcity[…]`, some of them wherever in the
 * line they stand; so the second `#` is never shown as itself before one of these.
 */
const buildCommand = /##(?=[a-z]{0,20}\[)/gi;

/** The longest text shown of anything, in code points, unless the caller says otherwise. */
const shownLength = 400;

declare const brand: unique symbol;

/**
 * Text that is safe to show on a terminal. Streams take nothing else (see `Output`), so that the compiler finds
 * text from outside that was not escaped. Only this file makes one.
 */
export type Shown = string & { readonly [brand]: true };

/** A number, text that is safe already, or a constant of the code; `never` for any other string. */
type Safe<Value> = Value extends Shown | number
  ? Value
  : Record<never, never> extends Record<Value & string, 1>
    ? never
    : Value;

/** What GitHub Actions takes for a command at the beginning of a line, after blanks too. */
const commandAtStart = /^([^\S\n]*):(?=:)/gm;

/** Builds safe text from a template whose values are safe; no value can begin a line as a command. */
export function shown<Values extends readonly (string | number)[]>(
  parts: TemplateStringsArray,
  ...values: { [At in keyof Values]: Values[At] & Safe<Values[At]> }
): Shown {
  return withoutCommands(String.raw({ raw: parts }, ...values));
}

/** Joins pieces of safe text, lines as a rule. */
export function joined(
  pieces: readonly Shown[],
  separator: ', ' | '\n' | '\n\n' | '\n  ' | '' = '\n',
): Shown {
  return withoutCommands(pieces.join(separator));
}

/** Pads safe text with blanks. */
export function padded(text: Shown, width: number): Shown {
  return text.padEnd(width) as Shown;
}

/** Cuts safe text into pieces by a function that adds nothing to them. */
export function cutInto(text: Shown, cut: (text: string) => readonly string[]): Shown[] {
  return cut(text) as Shown[];
}

/**
 * Lets text pass as it is: what the format that wrote it has escaped (Markdown, XML, a workflow command), and the
 * kit's own text. A test lists the files that may.
 */
export function escapedAlready(text: string): Shown {
  return text as Shown;
}

function withoutCommands(text: string): Shown {
  return text.replace(commandAtStart, '$1\\u{3a}') as Shown;
}

/**
 * Makes a text that came from the target (or from anyone else) safe for one line of a terminal: what cannot be
 * seen, or would move the cursor, stands as `\u{1b}`. The result holds no line break, and no more than
 * `longest` code points of the text; how many were left out is said behind them.
 *
 * It does not make a text safe as the *beginning* of a line (`::error::` is a command of GitHub Actions there,
 * after blanks too): `shown` and `joined` do.
 */
export function printable(text: string, longest = shownLength): Shown {
  const cut = firstCodePoints(text, longest);
  const safe = cut.replace(unprintable, escapeOne).replace(buildCommand, '#\\u{23}');
  if (cut.length === text.length) return safe as Shown;
  return `${safe}… (${countCodePoints(text) - longest} more characters)` as Shown;
}

/** The same at full length, for sinks that set bounds of their own. */
export function printableWhole(text: string): Shown {
  return printable(text, Number.POSITIVE_INFINITY);
}

/** Where what is not shown may stand: telling which of it takes many times as long. */
const notAscii = /[^\n\x20-\x7e]+/g;

/**
 * The text of JSON, or of a part of it. What a terminal or a build server should not be given when somebody prints
 * the file stands as an escape of JSON, and means the same; line breaks stay.
 */
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

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
