/** A text with its escapes undone; the character at `i` was read from `starts[i]` to `ends[i]` of the original. */
export interface Unescaped {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

const [percentSign, backslashSign, ampersand] = [0x25, 0x5c, 0x26];
const percent = /%(?:u([0-9a-f]{4})|([0-9a-f]{2}))/iy;
const backslash = /\\(?:u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|x([0-9a-f]{2})|([\s\S]))/iy;
const entity = /&(?:#x([0-9a-f]{1,6});?|#([0-9]{1,7});?|([a-z]{2,8});)/iy;

/** The characters that a key may hold and that have a name in HTML. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  equals: '=',
  lowbar: '_',
  period: '.',
  plus: '+',
  sol: '/',
  hyphen: '-',
  dash: '-',
};

/**
 * Undoes percent-encoding, the escapes of JSON and JavaScript, and the references of HTML and XML, in any
 * mixture; NUL is left out, so that UTF-16 that was taken for bytes can be read. Undefined where there is none.
 */
export function unescapeText(text: string): Unescaped | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the zero bytes of UTF-16.
  if (!/[%\\&\u0000]/.test(text)) return undefined;
  const codes = new Uint16Array(text.length);
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  let any = false;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const found = code === 0 ? nothing : escapeAt(text, at, code);
    const end = at + (found?.length ?? 1);
    if (found === undefined || found.code !== undefined) {
      codes[length] = found?.code ?? code;
      starts[length] = at;
      ends[length] = end;
      length++;
    }
    any ||= found !== undefined;
    at = end;
  }
  if (!any) return undefined;
  return { text: Buffer.from(codes.buffer, 0, length * 2).toString('utf16le'), starts, ends };
}

/** What a NUL stands for. */
const nothing: Escape = { length: 1 };

interface Escape {
  readonly length: number;
  /** None where it stands for no character. */
  readonly code?: number;
}

function escapeAt(text: string, at: number, code: number): Escape | undefined {
  switch (code) {
    case percentSign:
      return numbered(percent, text, at, [16, 16]);
    case backslashSign:
      return numbered(backslash, text, at, [16, 16, 16]);
    case ampersand:
      return numbered(entity, text, at, [16, 10]);
    default:
      return undefined;
  }
}

/** Reads one escape: its first groups are numbers to these bases, and one more is a name or the character itself. */
function numbered(pattern: RegExp, text: string, at: number, bases: readonly number[]): Escape | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const { length } = match[0];
  for (const [index, base] of bases.entries()) {
    const digits = match[index + 1];
    if (digits !== undefined) return { length, code: Math.min(Number.parseInt(digits, base), 0xffff) };
  }
  const last = match[bases.length + 1] ?? '';
  const character = last.length === 1 ? last : named[last.toLowerCase()];
  return character === undefined ? undefined : { length, code: character.charCodeAt(0) };
}
