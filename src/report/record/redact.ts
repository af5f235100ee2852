import { changedKeys, isWeak, otherCase, shortestStrong } from '../../exchange/credentials.ts';
import { isVocabulary } from '../../spec/catalog.ts';

/**
 * Replaces secrets in a string with placeholders, in every form that SECURITY.md lists. The values of extra headers are
 * redacted only in traffic, because they may be words of the kit, or the origin of the target.
 */
export interface Redactor {
  (text: string): string;
  /** Redacts text that was sent to the target or came from it. Also replaces the values of extra headers. */
  readonly traffic: (text: string) => string;
  /** Redacts header values, paths and curl commands. Also replaces weak secrets. */
  readonly header: (text: string) => string;
  /** Checks whether text contains the key, or all but one of its characters; always false for a weak key. */
  readonly holdsKey: (text: string) => boolean;
}

/** Strings that must not be shown. */
interface Secrets {
  readonly key: string;
  /** Values of extra headers, such as cookies or the key of a gateway. */
  readonly headerValues?: readonly string[];
  /** Private keys (PEM). */
  readonly privateKeys?: readonly string[];
}

/** The shortest part of a secret that is redacted: a server or the kit may have cut the rest. */
const shortestPart = 9;
/** The shortest part of a private key that is redacted: many keys have shorter parts in common. */
const shortestOfPrivateKey = 24;

/**
 * The placeholder for a secret, or for a part of one. Parts may be words of the specification, which reveal nothing; whole
 * secrets are always redacted.
 */
interface Hidden {
  readonly instead: string;
  readonly isWhole: boolean;
}

/** All parts of one length that the redactor looks for, in lowercase. */
interface OfLength {
  readonly length: number;
  readonly known: ReadonlyMap<string, Hidden>;
  /** Nonzero at each number that `beginningAt` returns for a part, so that most positions in a string need no lookup. */
  readonly beginnings: Uint8Array;
}

type Parts = readonly OfLength[];

interface Wanted {
  readonly secrets: readonly string[];
  readonly instead: string;
  /** The length of the parts. If it is missing, secrets are found only in full. */
  readonly part?: number;
}

/** Creates a redactor, which takes linear time. */
export function createRedactor({ key, headerValues = [], privateKeys = [] }: Secrets): Redactor {
  // Near misses that are encoded as Base64 may have no digits in common with the key.
  const whole = isStrong(key) ? [key, otherCase(key)] : [];
  const changed = isStrong(key) ? changedKeys(key) : [];
  const keys = [...whole, ...changed.map((one) => aroundChange(one, key))];
  const values = headerValues.filter((value) => value.length >= shortestStrong);
  const strong = partsOf([
    { secrets: keys, part: shortestPart, instead: '[key]' },
    {
      secrets: privateKeys.map(base64In),
      part: shortestOfPrivateKey,
      instead: '[private key]',
    },
  ]);
  const traffic = partsOf([
    { secrets: values.flatMap(credentialsIn), part: shortestPart, instead: '[header]' },
    { secrets: values, instead: '[header]' },
  ]);
  const weak = partsOf([{ secrets: isStrong(key) || key === '' ? [] : [key], instead: '[key]' }]);
  const nearlyWhole = partsOf([{ secrets: [...whole, ...changed], part: key.length, instead: '' }]);
  return Object.assign((text: string) => hide(text, strong), {
    traffic: (text: string) => hide(text, [...strong, ...traffic]),
    header: (text: string) => hide(text, [...strong, ...traffic, ...weak]),
    holdsKey: (text: string) => found(text, nearlyWhole).length > 0,
  });
}

function isStrong(secret: string): boolean {
  return !isWeak(secret);
}

/** Returns the characters around a changed character, because the parts on both sides of it may be too short to be found. */
function aroundChange(changed: string, key: string): string {
  const at = [...changed].findIndex((character, index) => character !== key[index]);
  return changed.slice(Math.max(0, at - shortestPart + 1), at + shortestPart);
}

/** Returns the Base64 text of a PEM file. */
function base64In(pem: string): string {
  return pem.replace(/-----[^-]+-----|^[\w-]+: .*$|\s/gm, '');
}

/** Returns the words of a header value that look like credentials: a cookie's value, a token after its scheme. */
function credentialsIn(value: string): string[] {
  return value
    .split(/[\s;,="]+/)
    .filter((word) => word.length >= 12 && /\d/.test(word) && /[a-z]/i.test(word));
}

/** Returns the parts of secrets as they are, in hexadecimal and in Base64. Weak secrets are returned only as they are. */
function partsOf(wanted: readonly Wanted[]): Parts {
  const parts = new Map<number, Map<string, Hidden>>();
  const add = (text: string, length: number, hidden: Hidden, step = 1): void => {
    const known = parts.get(length) ?? new Map<string, Hidden>();
    parts.set(length, known);
    for (let at = 0; at + length <= text.length; at += step)
      known.set(lowered(text.slice(at, at + length)), hidden);
  };
  for (const { secrets, part, instead } of wanted) {
    const hidden: Hidden = { instead, isWhole: part === undefined };
    for (const secret of new Set(secrets.flatMap((one) => [one, ...readingsOf(one)]))) {
      // A part as long as the secret would miss the secret without its last character.
      const length = part === undefined ? secret.length : Math.min(part, secret.length - 1);
      add(secret, length, hidden);
      if (secret.length < shortestStrong) continue;
      const bytes = Buffer.from(secret);
      add(bytes.toString('hex'), 2 * length, hidden, 2);
      for (const coding of ['base64', 'base64url'] as const)
        for (const before of [0, 1, 2]) {
          const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString(coding);
          // Keeps only the digits whose bits all belong to the secret.
          const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
          add(encoded.slice(from, to), Math.floor((8 * length - 4) / 6), hidden);
        }
    }
  }
  return [...parts].map(([length, known]) => {
    const beginnings = new Uint8Array(beginningsKept);
    for (const part of known.keys()) beginnings[beginningAt(part, 0, length)] = 1;
    return { length, known, beginnings };
  });
}

const beginningsKept = 2 ** 14;

/**
 * Returns a number for the first three characters of the part that begins at `at`, or for its first character if
 * `length`, the length of the part, is less than three.
 */
function beginningAt(text: string, at: number, length: number): number {
  const code = text.charCodeAt(at);
  const sum = length < 3 ? code : (code * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2);
  return sum % beginningsKept;
}

/** Returns a secret with its escapes undone, if it seems to have any. */
function readingsOf(secret: string, layers = deepest): string[] {
  const text = layers === 0 ? undefined : unescaped(secret)?.text;
  // A short string would also be found in unrelated text.
  return text === undefined || isWeak(text) ? [] : [text, ...readingsOf(text, layers - 1)];
}

function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (run) => run.toLowerCase());
}

/** A range of a string; `to` is exclusive. */
interface Found extends Hidden {
  readonly from: number;
  readonly to: number;
}

/** How many layers of escapes are undone. */
const deepest = 3;

/** Finds secrets in a string, both as it is and with its escapes undone. */
function found(text: string, parts: Parts, layers = deepest): Found[] {
  const plain = search(text, parts);
  const read = layers === 0 ? undefined : unescaped(text);
  if (read === undefined) return plain;
  const { starts, ends } = read;
  const inside = found(read.text, parts, layers - 1).map(({ from, to, ...hidden }) => ({
    ...hidden,
    from: starts[from] ?? from,
    to: ends[to - 1] ?? to,
  }));
  return [...plain, ...inside];
}

function search(text: string, parts: Parts): Found[] {
  const read = lowered(text);
  const all: Found[] = [];
  for (const { length, known, beginnings } of parts)
    for (let from = 0; from + length <= read.length; from++) {
      if (beginnings[beginningAt(read, from, length)] === 0) continue;
      const hidden = known.get(read.slice(from, from + length));
      if (hidden !== undefined) all.push({ ...hidden, from, to: from + length });
    }
  return merged(all).filter(({ from, to, isWhole }) => isWhole || !isVocabulary(read.slice(from, to)));
}

/** Merges ranges that overlap. */
function merged(all: readonly Found[]): Found[] {
  const runs: Found[] = [];
  for (const one of all.toSorted((a, b) => a.from - b.from)) {
    const last = runs.at(-1);
    if (last === undefined || one.from >= last.to) runs.push(one);
    else
      runs[runs.length - 1] = {
        ...last,
        to: Math.max(last.to, one.to),
        isWhole: last.isWhole || one.isWhole,
      };
  }
  return runs;
}

function hide(text: string, parts: Parts): string {
  let shown = '';
  let end = 0;
  for (const { from, to, instead } of merged(found(text, parts))) {
    shown += text.slice(end, from) + instead;
    end = to;
  }
  return shown + text.slice(end);
}

/**
 * Matches percent-encoding, the escapes of JSON and JavaScript, and HTML references. It also matches zero bytes, which are part
 * of UTF-16 and which the kit prints as `\u{0}`, in any of these forms. A backslash before a zero byte stays.
 */
const escapes =
  /(?:%|\\(?:u00|x))([0-9a-f]{2})|&#(?:x0*([0-9a-f]{2})|0*(\d{2,3}));?|\\(?!&#x?0+;)([^\w\s\0])|&(amp|lt|gt|quot|apos);?|\0|\\0|&#x?0+;?|\\u\{0\}/gi;
/** The characters that HTML and XML references name. */
const referenced: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/**
 * Undoes one layer of escapes. The character at `i` of the result comes from the range from `starts[i]` to `ends[i]`.
 * Returns undefined if there are no escapes.
 */
function unescaped(text: string) {
  const starts: number[] = [];
  const ends: number[] = [];
  let plain = '';
  const add = (character: string, from: number, to: number): void => {
    plain += character;
    starts.push(from);
    ends.push(to);
  };
  let end = 0;
  for (const {
    0: written,
    1: escaped,
    2: hex = escaped,
    3: decimal,
    4: sign,
    5: name = '',
    index,
  } of text.matchAll(escapes)) {
    for (; end < index; end++) add(text.charAt(end), end, end + 1);
    end = index + written.length;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const character =
      code > 0 ? String.fromCharCode(code) : (sign ?? referenced.get(name.toLowerCase()) ?? '');
    if (character !== '') add(character, index, end);
  }
  if (end === 0) return undefined;
  for (; end < text.length; end++) add(text.charAt(end), end, end + 1);
  return { text: plain, starts, ends };
}
