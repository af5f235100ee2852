/** How far a parser goes beyond JSON. */
export interface Leniency {
  readonly comments?: readonly ('block' | 'line' | 'hash')[];
  readonly trailingCommas?: true;
  readonly singleQuotes?: true;
  readonly bareKeys?: true;
  /** Reads words and invalid numbers as strings. */
  readonly words?: true;
  /** NaN and Infinity are taken as nothing. */
  readonly notFinite?: true;
  /** Which raw control characters may stand in strings. */
  readonly control?: (char: string) => boolean;
  readonly badEscapes?: true;
  /** What follows the first value is ignored. */
  readonly rest?: true;
  /** What is open where the text ends is closed. */
  readonly cut?: true;
}

/** What was parsed; `atEnd`: it was right as far as it went, and there was no more of it. */
export type Parsed =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly atEnd: boolean };

const WHITE = /[ \t\n\r]+/y;
const COMMENTS = { block: /\/\*.*?\*\//sy, line: /\/\/[^\n]*/y, hash: /#[^\n]*/y };
const WORD = /[^\s,:{}[\]"'/#]+/y;
const BARE_KEY = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const HEX = /[0-9a-f]{4}/iy;
const HEX_CUT = /[0-9a-f]{0,3}$/iy;
const LITERAL = /^(true|false|null|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$/;
const NOT_FINITE = /^([+-]?Infinity|NaN)$/;
const ESCAPES = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
);

class Fault extends Error {
  readonly atEnd: boolean;
  constructor(atEnd: boolean) {
    super('Failed to parse the text.');
    this.atEnd = atEnd;
  }
}

/** Parses a string that may not be strict JSON. */
export function parseLeniently(text: string, may: Leniency): Parsed {
  try {
    return { kind: 'value', value: new Reader(text, may).document() };
  } catch (error) {
    return { kind: 'fault', atEnd: error instanceof Fault && error.atEnd };
  }
}

class Reader {
  readonly #text: string;
  readonly #may: Leniency;
  #at = 0;

  constructor(text: string, may: Leniency) {
    this.#text = text;
    this.#may = may;
  }

  document(): unknown {
    const value = this.#value();
    this.#skip();
    if (this.#ended() || this.#may.rest) return value;
    return this.#fail();
  }

  #value(): unknown {
    this.#skip();
    const char = this.#peek();
    if (char === '{') return this.#object();
    if (char === '[') return this.#array();
    if (this.#opensString(char)) return this.#string();
    return this.#scalar();
  }

  #object(): unknown {
    const members: [string, unknown][] = [];
    this.#items('}', () => {
      const key = this.#key();
      this.#skip();
      if (this.#ended() && this.#may.cut) return;
      if (this.#peek() !== ':') this.#fail();
      this.#at += 1;
      const value = this.#value();
      if (value !== undefined) members.push([key, value]);
    });
    return Object.fromEntries(members);
  }

  #array(): unknown {
    const items: unknown[] = [];
    this.#items(']', () => items.push(this.#value()));
    return items.filter((item) => item !== undefined);
  }

  #items(end: string, item: () => void): void {
    this.#at += 1;
    for (let first = true; ; first = false) {
      this.#skip();
      if (this.#ended() && this.#may.cut) return;
      if (this.#peek() === end && (first || this.#may.trailingCommas)) break;
      item();
      this.#skip();
      if (this.#ended() && this.#may.cut) return;
      if (this.#peek() === end) break;
      if (this.#peek() !== ',') this.#fail();
      this.#at += 1;
    }
    this.#at += 1;
  }

  #key(): string {
    if (this.#opensString(this.#peek())) return this.#string();
    const bare = this.#may.bareKeys ? this.#take(BARE_KEY) : undefined;
    return bare ?? this.#fail();
  }

  #string(): string {
    const quote = this.#next();
    let text = '';
    while (!this.#ended()) {
      const char = this.#next();
      if (char === quote) return text;
      if (char === '\\') text += this.#escape();
      else if (char < ' ' && !this.#may.control?.(char)) this.#fail();
      else text += char;
    }
    return this.#may.cut ? text : this.#fail();
  }

  #escape(): string {
    if (this.#ended()) return this.#may.cut ? '' : this.#fail();
    const char = this.#next();
    if (char === 'u') {
      const hex = this.#take(HEX);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const cut = this.#take(HEX_CUT);
      if (cut !== undefined) return this.#may.cut ? '' : this.#fail();
    }
    const known = ESCAPES.get(char);
    if (known !== undefined) return known;
    return this.#may.badEscapes || (this.#may.singleQuotes && char === "'") ? char : this.#fail();
  }

  #scalar(): unknown {
    const from = this.#at;
    const word = this.#take(WORD) ?? '';
    if (LITERAL.test(word)) return JSON.parse(word);
    if (this.#may.notFinite && NOT_FINITE.test(word)) return undefined;
    const cut = this.#ended() && (/^-?[0-9.eE+]*$/.test(word) || (/^(t|f|n)/.test(word) && isBegun(word)));
    if (cut && this.#may.cut) return undefined;
    if (this.#may.words && word !== '') return word;
    if (!cut) this.#at = from;
    throw new Fault(cut);
  }

  #skip(): void {
    const patterns = [WHITE, ...(this.#may.comments ?? []).map((kind) => COMMENTS[kind])];
    while (patterns.some((pattern) => this.#take(pattern) !== undefined));
  }

  #opensString(char: string): boolean {
    return char === '"' || (char === "'" && this.#may.singleQuotes === true);
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #next(): string {
    const char = this.#peek();
    this.#at += 1;
    return char;
  }

  #ended(): boolean {
    return this.#at >= this.#text.length;
  }

  #fail(): never {
    throw new Fault(this.#ended());
  }
}

function isBegun(word: string): boolean {
  return ['true', 'false', 'null'].some((literal) => literal.startsWith(word));
}
