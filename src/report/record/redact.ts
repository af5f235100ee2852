import { isWeak, shortestStrong } from '../../exchange/credentials.ts';
import { isVocabulary } from '../../spec/catalog.ts';
import type { Report } from '../model/report.ts';
import { readingsOf, type Unescaped, unescapeText } from './decode.ts';
import { createPartFinder, type PartFinder, type Stretch, shortestPart } from './find-parts.ts';

/** Takes secrets out of a text, in every form that SECURITY.md lists; what stands in their place says so. */
export interface Redactor {
  (text: string): string;
  /** The same for values of headers, curl lines and addresses, where weak secrets are taken out as well. */
  readonly inPlaces: (text: string) => string;
  /** Checks whether a text holds the key, or all of it but a character; of a weak key nobody can tell. */
  readonly holdsKey: (text: string) => boolean;
}

/** Texts that must not be shown. */
interface Secrets {
  readonly key: string;
  /** Whole values of headers that the user added: they may be cookies, or the key of a gateway. */
  readonly headerValues?: readonly string[];
  /** The secrets of a recording. */
  readonly recorded?: readonly string[];
}

/** The shortest part of a strong secret that is looked for: no shorter text can hold one, in whatever form. */
const shortestFound = shortestStrong - 1;
/** A part of a secret that is longer than this is taken out like the whole of it. */
const longestShown = 8;
/** How often nested escapes are undone: JSON in JSON, in a URL. A text that holds more is cut there. */
const deepest = 8;
/** A text is read in windows: memory depends on these, and not on the text. */
const windowLength = 32_768;
/** More than any part of a secret that has to be found takes, each character at its longest. */
const overlap = 4_096;
/** The most of one text that is read, in characters; the rest is cut out. */
const mostRead = 1_048_576;

/** Replaces what could not be read. */
const unread = '[cut]';

/** What is looked for, and the text that replaces it. */
interface Wanted {
  readonly find: PartFinder;
  readonly instead: string;
}

interface Found extends Stretch {
  readonly instead: string;
}

/**
 * Creates a redactor for a key, the values of extra headers, and the secrets of a recording. It reads each text once, in
 * windows, in linear time and bounded memory. What is beyond its bounds it cuts: a text of more than a million characters,
 * escapes more than eight deep, one character written in more than 256.
 */
export function createRedactor({ key, headerValues = [], recorded = [] }: Secrets): Redactor {
  const values = headerValues.filter((value) => value.length >= shortestStrong);
  const strongKey = isWeak(key) ? [] : [key];
  const strong = [
    ...replacing('[key]', findersFor(strongKey)),
    ...replacing('[header]', [
      ...values.flatMap((value) => findersFor([value], value.length)),
      ...findersFor(values.flatMap(credentialsIn)),
    ]),
    ...replacing('[secret]', findersFor(recorded.filter((secret) => !isWeak(secret)))),
  ];
  // Nobody chose the secrets of a recording: what is shorter stands in every address.
  const weakRecorded = recorded.filter((one) => isWeak(one) && one.length > 3 && !isVocabulary(one));
  const all = [
    ...strong,
    ...replacing('[key]', wholeFinders(key !== '' && isWeak(key) ? [key] : [])),
    ...replacing('[secret]', wholeFinders(weakRecorded)),
  ];
  const whole = replacing('[key]', findersFor(strongKey, key.length - 1));
  return Object.assign((text: string) => (text.length < shortestFound ? text : cut(text, strong)), {
    inPlaces: (text: string) => cut(text, all),
    holdsKey(text: string) {
      if (whole.length === 0) return false;
      for (const { instead } of search(text, whole)) if (instead !== unread) return true;
      return false;
    },
  });
}

/** Creates a redactor for messages: a secret that is a word, or hardly a text at all, stays in them. */
export function messageRedactor(key: string): (text: string) => string {
  return key.length < 4 || isVocabulary(key) ? (text) => text : createRedactor({ key }).inPlaces;
}

function replacing(instead: string, finders: readonly PartFinder[]): Wanted[] {
  return finders.map((find) => ({ find, instead }));
}

/** Returns finders for the parts of secrets of at least `length` characters; of shorter secrets, all but a character. */
function findersFor(secrets: readonly string[], length = longestShown + 1): PartFinder[] {
  const byPart = new Map<number, string[]>();
  for (const secret of new Set(secrets.flatMap(writings))) {
    const part = Math.max(shortestFound, Math.min(length, secret.length - 1));
    byPart.set(part, [...(byPart.get(part) ?? []), secret]);
  }
  return [...byPart].map(([part, texts]) => createPartFinder({ texts, length: part, isKnown: isVocabulary }));
}

/** Returns a secret forwards and backwards, and as its bytes of UTF-8 read one by one. */
function writings(secret: string): string[] {
  const bytes = Buffer.from(secret).toString('latin1');
  return [secret, bytes].flatMap((text) => [text, [...text].reverse().join('')]);
}

/** Returns finders for secrets as wholes, in either case: one for each length, as a recording may hold thousands. */
function wholeFinders(secrets: readonly string[]): PartFinder[] {
  const lengths = [...new Set(secrets.map(({ length }) => length))];
  return lengths.flatMap((length) => {
    const texts = [...new Set(secrets.filter((secret) => secret.length === length))];
    return length < shortestPart ? texts.map(shortFinder) : createPartFinder({ texts, length });
  });
}

function shortFinder(secret: string): PartFinder {
  const pattern = new RegExp(secret.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi');
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
}

/** Returns what in the value of a header looks like a credential: a cookie's value, a token after its scheme. */
function credentialsIn(value: string): string[] {
  return value
    .split(/[\s;,="]+/)
    .filter((word) => word.length >= 12 && /\d/.test(word) && /[a-z]/i.test(word));
}

function cut(text: string, wanted: readonly Wanted[]): string {
  const found = wanted.length === 0 ? [] : [...search(text, wanted)];
  const kept: string[] = [];
  let end = 0;
  for (const { from, to, instead } of found.sort((a, b) => a.from - b.from)) {
    if (from > end || end === 0) kept.push(text.slice(end, from), instead);
    end = Math.max(end, to);
  }
  return kept.join('') + text.slice(end);
}

/** Finds what is wanted in a text, and what of the text is not read. */
function* search(text: string, wanted: readonly Wanted[]): Generator<Found> {
  for (let from = 0; ; from += windowLength - overlap) {
    const end = Math.min(from + windowLength, mostRead);
    let brokenAt: number | undefined;
    for (const found of searchWindow(text.slice(from, end), wanted)) {
      if (found.instead === unread) brokenAt = from + found.from;
      else yield { ...found, from: from + found.from, to: from + found.to };
    }
    if (brokenAt === undefined && end >= text.length) return;
    if (brokenAt === undefined && end < mostRead) continue;
    yield { from: brokenAt ?? mostRead, to: text.length, instead: unread };
    return;
  }
}

/** Searches a window as it stands and decoded, then with its escapes undone, one layer at a time. */
function* searchWindow(text: string, wanted: readonly Wanted[]): Generator<Found> {
  let layer: Unescaped | undefined;
  for (let depth = 0; ; depth++) {
    const read = layer?.text ?? text;
    for (const { text: decoded, origin } of readingsOf(read))
      for (const { find, instead } of wanted)
        for (const stretch of find(decoded)) {
          const { from, to } = origin(stretch);
          yield { from: layer?.starts[from] ?? from, to: layer?.ends[to - 1] ?? to, instead };
        }
    const next = layer?.brokenAt === undefined ? unescapeText(read, layer) : undefined;
    const unreadFrom = layer?.brokenAt ?? (depth === deepest ? next?.firstAt : undefined);
    if (unreadFrom !== undefined) yield { from: unreadFrom, to: text.length, instead: unread };
    if (unreadFrom !== undefined || next === undefined) return;
    layer = next;
  }
}

/** Fields that hold addresses or values of headers: weak secrets are taken out of these too. */
const places = new Set(['target', 'baseUrl', 'url', 'path', 'place', 'retryAfter', 'contentType']);

/** Fields that the kit fills with its own values; a secret that is a date or a version spoils none. */
const own: readonly (keyof Report)[] = [
  'format',
  'formatVersion',
  'kit',
  'requirementsVersion',
  'finishedAt',
  'runMark',
];

/**
 * Takes secrets out of every string of a finished report, requests included. Every report passes here on its way out, of
 * `run`, `judge`, `replay` and the library alike.
 */
export function redactReport(report: Report, redact: Redactor): Report {
  const redacted = redactValue(report, '', redact) as Report;
  return { ...redacted, ...Object.fromEntries(own.map((name) => [name, report[name]])) };
}

function redactValue(value: unknown, field: string, redact: Redactor): unknown {
  // The date of this run or of the baseline, and bytes that `isShown` found clean.
  if (field === 'startedAt' || field === 'bodyBase64') return value;
  // The words of a curl line were redacted before they were quoted. Cutting across words would cut quotes with them, and
  // a shell would run what is left.
  if (field === 'curl')
    return redact.inPlaces(String(value)) === value ? value : '# no curl line: it would show a secret';
  if (typeof value === 'string') return places.has(field) ? redact.inPlaces(value) : redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one: unknown) =>
      field === 'headers' && Array.isArray(one)
        ? [redact(String(one[0])), redact.inPlaces(String(one[1]))]
        : redactValue(one, field, redact),
    );
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isShown(name, one, redact))
      .map(([name, one]) => [name, redactValue(one, name, redact)]),
  );
}

/** A number cannot be redacted, nor bytes that are sent again: those that hold a secret are left out. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  const bytes = name === 'bodyBase64' ? Buffer.from(String(value), 'base64') : undefined;
  if (bytes === undefined && typeof value !== 'number') return true;
  const texts = bytes === undefined ? [String(value)] : [bytes.toString('utf8'), bytes.toString('latin1')];
  return texts.every((text) => redact(text) === text);
}
