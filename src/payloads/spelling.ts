/** What is free in the spelling of JSON (RFC 8259): no server may care for any of it. */
export interface Spelling {
  /** Where a description is sent, it stands before the name. */
  readonly turned: boolean;
  /** White space stands between the tokens. */
  readonly blank: boolean;
  /** The fields of which some characters, at least one, are written as escapes: `\u0061`, a surrogate pair as two, `\/`. */
  readonly escaped: readonly ('name' | 'description')[];
}

const blanks = [' ', '\n', '\t', '\r\n', '  '];
const shareOfEscapes = 0.4;

/** Writes a category in this spelling; `random` gives numbers from 0 to 1 and decides which blanks and escapes. */
export function spell(
  category: { readonly name: string; readonly description?: string },
  { turned, blank, escaped }: Spelling,
  random: () => number,
): Buffer {
  const gap = () => (blank ? (blanks[Math.floor(random() * blanks.length)] ?? ' ') : '');
  const members = (['name', 'description'] as const).flatMap((field) => {
    const text = category[field];
    if (text === undefined) return [];
    const written = escaped.includes(field) ? withEscapes(text, random) : JSON.stringify(text);
    return [`${gap()}"${field}"${gap()}:${gap()}${written}${gap()}`];
  });
  return Buffer.from(`${gap()}{${(turned ? members.reverse() : members).join(',')}}${gap()}`);
}

/** A text in quotes, some of its characters as escapes and one of them in any case. */
function withEscapes(text: string, random: () => number): string {
  const characters = [...text];
  const sure = Math.floor(random() * characters.length);
  const written = characters.map((character, at) =>
    at === sure || random() < shareOfEscapes
      ? escapeCharacter(character, random)
      : JSON.stringify(character).slice(1, -1),
  );
  return `"${written.join('')}"`;
}

function escapeCharacter(character: string, random: () => number): string {
  if (character === '/') return '\\/';
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const inHex = units.map((unit) => unit.toString(16).padStart(4, '0'));
  return inHex.map((hex) => `\\u${random() < 0.5 ? hex : hex.toUpperCase()}`).join('');
}
