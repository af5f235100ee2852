import { createPartFinder, type PartFinder, type Stretch } from './find-parts.ts';
import { type Unescaped, unescapeText } from './unescape.ts';

/** Takes secrets out of a text, in every form in which a server may echo them; what stands in their place says so. */
export interface Redactor {
  (text: string): string;
  /** Whether a text holds the key, or all of it but a character. */
  readonly holdsKey: (text: string) => boolean;
}

/** Texts that must not be shown, and what is shown instead. */
export interface Secrets {
  readonly key: string;
  /** Whole values of headers that the user added: they may be cookies, or the key of a gateway. */
  readonly headerValues?: readonly string[];
}

/** A part of a secret that is longer than this is taken out like the whole of it. */
const longestShown = 8;
/** What is shorter cannot be told from other text. */
const shortestSecret = 4;
/** Values of headers that are shorter are words such as `https`, and taking them out would spoil the report. */
const shortestValue = 8;
/** How often escapes are undone: JSON in JSON, in a URL. */
const deepest = 3;

/** Words that stand in every run: a key may hold them, and they tell nothing of it. */
const known = [
  'petstore-conformance',
  'authorization: bearer',
  'content-type: application/json',
  'x-ratelimit-limit: x-ratelimit-remaining: x-ratelimit-reset: retry-after:',
  'categories',
  'description',
];

/**
 * A redactor for a key, and for the values of extra headers. It finds the key and its near misses, parts of them
 * of more than eight characters, in either case, backwards, in hexadecimal and Base64 wherever in a longer text
 * these began, and in any mixture of percent-encoding, JSON escapes and HTML references, nested three deep.
 * Beyond its reach is what was changed otherwise: encrypted, hashed, or with other characters in between.
 * A key of less than four characters cannot be told from other text and stays.
 */
export function createRedactor({ key, headerValues = [] }: Secrets): Redactor {
  const finders = findersFor(key, longestShown + 1);
  const values = headerValues
    .filter((value) => value.length >= shortestValue)
    .flatMap((value) => [
      ...findersFor(value, value.length),
      ...credentialsIn(value).flatMap((word) => findersFor(word, longestShown + 1)),
    ]);
  const whole = findersFor(key, key.length - 1);
  const redact = (text: string) => cut(cut(text, finders, '[key]'), values, '[header]');
  return Object.assign(redact, { holdsKey: (text: string) => stretchesIn(text, whole).length > 0 });
}

/** Finders for the parts of a secret of at least `length` characters; all but the last where it is no longer. */
function findersFor(secret: string, length: number): PartFinder[] {
  if (secret.length < shortestSecret) return [];
  const part = Math.max(shortestSecret, Math.min(length, secret.length - 1));
  // Of a short secret the whole is looked for in Base64: four letters of it would be found anywhere.
  const inBase64 = Math.max(part, Math.min(longestShown + 1, secret.length));
  const ways = [...new Set([secret, secret.toLowerCase(), secret.toUpperCase(), otherCase(secret)])];
  const both = [...ways, ...ways.map(backwards)];
  return [
    createPartFinder({ texts: [secret, backwards(secret)], length: part, anyCase: true, known }),
    createPartFinder({
      texts: both.map((text) => Buffer.from(text).toString('hex')),
      length: part * 2,
      anyCase: true,
    }),
    createPartFinder({
      texts: both.flatMap(base64Of),
      length: Math.floor((inBase64 * 8 - 4) / 6),
      anyCase: false,
    }),
  ];
}

/** What in the value of a header looks like a credential: a cookie's value, a token behind its scheme. */
function credentialsIn(value: string): string[] {
  return value
    .split(/[\s;,="]+/)
    .filter((word) => word.length >= 12 && /\d/.test(word) && /[a-z]/i.test(word));
}

/** The letters of Base64 that a text alone decides, for each place in a longer text where it may have begun. */
function base64Of(text: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const decided = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(...decided));
  });
}

function cut(text: string, finders: readonly PartFinder[], instead: string): string {
  const stretches = stretchesIn(text, finders);
  if (stretches.length === 0) return text;
  const kept: string[] = [];
  let end = 0;
  for (const { from, to } of stretches.sort((a, b) => a.from - b.from)) {
    if (from > end || end === 0) kept.push(text.slice(end, from), instead);
    end = Math.max(end, to);
  }
  return kept.join('') + text.slice(end);
}

/** Where in a text something stands that the finders find, as it is or once escapes are undone. */
function stretchesIn(text: string, finders: readonly PartFinder[]): Stretch[] {
  if (finders.length === 0) return [];
  const found: Stretch[] = [];
  const layers: Unescaped[] = [];
  let read = text;
  for (let depth = 0; ; depth++) {
    for (const finder of finders) for (const stretch of finder(read)) found.push(originOf(stretch, layers));
    const next = depth < deepest ? unescapeText(read) : undefined;
    if (next === undefined) return found;
    layers.push(next);
    read = next.text;
  }
}

function originOf(stretch: Stretch, layers: readonly Unescaped[]): Stretch {
  return layers.reduceRight(
    ({ from, to }, { starts, ends }) => ({ from: starts[from] ?? 0, to: ends[to - 1] ?? 0 }),
    stretch,
  );
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

function otherCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
