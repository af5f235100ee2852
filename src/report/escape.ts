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

/**
 * Makes a text that came from the target (or from anyone else) safe for one line of a terminal: what cannot be
 * seen, or would move the cursor, stands as `\u{1b}`. The result holds no line break, and no more than
 * `longest` code points of the text; how many were left out is said behind them.
 *
 * It does not make a text safe as the *beginning* of a line (`::error::` is a command of GitHub Actions there,
 * after blanks too): callers put a label or the gutter of a block before it.
 */
export function printable(text: string, longest = shownLength): string {
  const cut = firstCodePoints(text, longest);
  const shown = cut.replace(unprintable, escapeOne).replace(buildCommand, '#\\u{23}');
  if (cut.length === text.length) return shown;
  return `${shown}… (${countCodePoints(text) - longest} more characters)`;
}

/** The same at full length, for sinks that set bounds of their own. */
export function printableWhole(text: string): string {
  return printable(text, Number.POSITIVE_INFINITY);
}

/** Where what is not shown may stand: telling which of it takes many times as long. */
const notAscii = /[^\n\x20-\x7e]+/g;

/**
 * The text of JSON, or of a part of it. What a terminal or a build server should not be given when somebody prints
 * the file stands as an escape of JSON, and means the same; line breaks stay.
 */
export function printableJsonText(text: string): string {
  const shown = text.replace(notAscii, (run) => run.replace(unprintable, escapeUnits));
  return shown.replace(buildCommand, '#\\u0023');
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
