import { changedKeys, isWeak, shortestStrong } from '../../exchange/credentials.ts';
import { isVocabulary } from '../../spec/catalog.ts';
import { noCurl } from '../commands.ts';
import type { Report } from '../model/report.ts';
import { readingsOf, type Unescaped, unescapeText } from './decode.ts';
import { createPartFinder, type PartFinder, type Stretch, shortestPart } from './find-parts.ts';

/**
 * Replaces secrets in a string by placeholders, in every form that SECURITY.md lists. The values of the user's headers and the
 * secrets of a recording are redacted only in traffic, because they may be words of the kit, or the origin of the target.
 */
export interface Redactor {
  (text: string): string;
  /** The same for header values, curl commands and URLs, where weak secrets are redacted too. */
  readonly inPlaces: (text: string) => string;
  /** The same for text that was sent to the target or came from it, with the values of the user's headers and recorded secrets. */
  readonly traffic: (text: string) => string;
  /** Both: for header values and curl commands. */
  readonly trafficInPlaces: (text: string) => string;
  /** Checks for the key, or all but one of its characters; always false for a weak key. */
  readonly holdsKey: (text: string) => boolean;
}

/** Strings that must not be shown. */
interface Secrets {
  readonly key: string;
  /** Values of extra headers, such as cookies or the key of a gateway. */
  readonly headerValues?: readonly string[];
  /** The secrets of a recording. */
  readonly recorded?: readonly string[];
  /** Private keys (PEM). */
  readonly privateKeys?: readonly string[];
}

/** The shortest part of a strong secret that is searched for. A shorter string cannot contain one in any form. */
const shortestFound = shortestStrong - 1;
/** Longer parts of a secret are redacted. */
const longestShown = 8;
/** Longer parts of a private key are redacted: its shortest parts are common to many keys. */
const longestOfPrivateKey = 23;
/** How many layers of escapes are undone; deeper ones are cut. */
const deepest = 8;
/** Strings are read in windows of this length, to bound memory. */
const windowLength = 32_768;
/** More than any part of a secret takes with the longest escapes. */
const overlap = 4_096;
/** Maximum length of a string that is read, in characters; the rest is cut. */
const maxRead = 1_048_576;

/** Replaces what is not read. */
const unread = '[cut]';

/** A finder, and the placeholder for its matches. */
interface Wanted {
  readonly find: PartFinder;
  readonly instead: string;
}

interface Found extends Stretch {
  readonly instead: string;
}

/**
 * Creates a redactor with linear time and bounded memory. It cuts what exceeds its bounds: strings of more than a million
 * characters, escapes more than eight deep, a character written with more than 256.
 */
export function createRedactor({
  key,
  headerValues = [],
  recorded = [],
  privateKeys = [],
}: Secrets): Redactor {
  const values = headerValues.filter((value) => value.length >= shortestStrong);
  const strongKey = isWeak(key) ? [] : [key];
  // With one character changed, both parts of a key may be too short to be found.
  const nearMisses = strongKey.flatMap(changedKeys);
  const changes = nearMisses.map((one) => aroundChange(one, key));
  const written = [...strongKey, ...changes].flatMap(writings).join('\n').toLowerCase();
  // Only parts of these can be common words, and it takes long to look all others up.
  const isKnown = (part: string) => written.includes(part) && isVocabulary(part);
  const strong = [
    ...replacing('[key]', findersFor([...changes, ...strongKey], longestShown + 1, isKnown)),
    ...replacing('[private key]', findersFor(privateKeys.map(base64In), longestOfPrivateKey + 1)),
  ];
  const inTraffic = [
    ...replacing('[secret]', findersFor(recorded.filter((secret) => !isWeak(secret)))),
    ...replacing('[header]', [
      ...values.flatMap((value) => findersFor([value], value.length)),
      ...findersFor(values.flatMap(credentialsIn)),
    ]),
  ];
  // Shorter secrets of a recording would match in every URL.
  const weakRecorded = recorded.filter((one) => isWeak(one) && one.length > 3 && !isVocabulary(one));
  const wholeRecorded = replacing('[secret]', wholeFinders(weakRecorded));
  const all = [...strong, ...replacing('[key]', wholeFinders(key !== '' && isWeak(key) ? [key] : []))];
  const whole = replacing('[key]', findersFor([...nearMisses, ...strongKey], key.length - 1, isKnown));
  const cutStrong = remembering((text) => cut(text, strong));
  const cutTraffic = remembering((text) => cut(text, [...strong, ...inTraffic]));
  return Object.assign((text: string) => (text.length < shortestFound ? text : cutStrong(text)), {
    inPlaces: remembering((text) => cut(text, all)),
    traffic: (text: string) => (text.length < shortestFound ? text : cutTraffic(text)),
    trafficInPlaces: remembering((text) => cut(text, [...all, ...inTraffic, ...wholeRecorded])),
    holdsKey(text: string) {
      if (whole.length === 0) return false;
      for (const { instead } of search(text, whole)) if (instead !== unread) return true;
      return false;
    },
  });
}

/** Bounds what is remembered, in strings and characters of each. */
const maxRemembered = 2_000;
const longestRemembered = 300;

/** Remembers results: names of headers, ids and titles recur in every exchange and requirement. */
function remembering(act: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > longestRemembered) return act(text);
    const result = known.get(text) ?? act(text);
    if (known.size < maxRemembered) known.set(text, result);
    return result;
  };
}

/** Creates a redactor for messages. It leaves common words and keys of up to three characters. */
export function messageRedactor(key: string): (text: string) => string {
  return key.length < 4 || isVocabulary(key) ? (text) => text : createRedactor({ key }).inPlaces;
}

function replacing(instead: string, finders: readonly PartFinder[]): Wanted[] {
  return finders.map((find) => ({ find, instead }));
}

/** Returns finders for parts of secrets with `length` characters; for shorter secrets, all but one character. */
function findersFor(
  secrets: readonly string[],
  length = longestShown + 1,
  isKnown: (part: string) => boolean = isVocabulary,
): PartFinder[] {
  const byPart = new Map<number, string[]>();
  for (const secret of new Set(secrets.flatMap(writings))) {
    const part = Math.max(shortestFound, Math.min(length, secret.length - 1));
    byPart.set(part, [...(byPart.get(part) ?? []), secret]);
  }
  return [...byPart].map(([part, texts]) => createPartFinder({ texts, length: part, isKnown }));
}

/** Returns the characters around the one in which a string differs from the key. */
function aroundChange(changed: string, key: string): string {
  const at = [...changed].findIndex((character, index) => character !== key[index]);
  return changed.slice(Math.max(0, at - longestShown), at + longestShown + 1);
}

/** Returns a secret forwards and backwards, also with its UTF-8 bytes as characters. */
function writings(secret: string): string[] {
  const bytes = Buffer.from(secret).toString('latin1');
  return [secret, bytes].flatMap((text) => [text, [...text].reverse().join('')]);
}

/** Returns finders for whole secrets, one for each length: a recording may have thousands. */
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

/** Finds all matches in a string, and what is not read. */
function* search(text: string, wanted: readonly Wanted[]): Generator<Found> {
  for (let from = 0; ; from += windowLength - overlap) {
    const end = Math.min(from + windowLength, maxRead);
    let brokenAt: number | undefined;
    for (const found of searchWindow(text.slice(from, end), wanted)) {
      if (found.instead === unread) brokenAt = from + found.from;
      else yield { ...found, from: from + found.from, to: from + found.to };
    }
    if (brokenAt === undefined && end >= text.length) return;
    if (brokenAt === undefined && end < maxRead) continue;
    yield { from: brokenAt ?? maxRead, to: text.length, instead: unread };
    return;
  }
}

/** Searches a window as it is and decoded, then unescapes it one layer at a time. */
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

/** Fields with URLs or header values, where weak secrets are redacted too. */
const places = new Set(['target', 'baseUrl', 'url', 'path', 'place', 'retryAfter', 'contentType']);

/** Fields with values of the kit, which are not redacted even if a secret is a date or a version. */
const own: readonly (keyof Report)[] = [
  'format',
  'formatVersion',
  'kit',
  'requirementsVersion',
  'finishedAt',
  'runMark',
];

/**
 * Redacts every string of a finished report. All reports pass through here (`run`, `judge`, `replay`, the library). What was
 * sent to the target or came from it has been redacted as traffic before.
 */
export function redactReport(report: Report, redact: Redactor): Report {
  const redacted = redactValue(report, '', redact) as Report;
  return { ...redacted, ...Object.fromEntries(own.map((name) => [name, report[name]])) };
}

function redactValue(value: unknown, field: string, redact: Redactor): unknown {
  // Dates, and bytes that `isShown` has already checked.
  if (field === 'startedAt' || field === 'bodyBase64') return value;
  // Words of a curl command were redacted before quoting. Redacting here could remove quotes, and a shell would run the
  // rest.
  if (field === 'curl')
    return redact.inPlaces(String(value)) === value ? value : noCurl('it would show a secret');
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

/** Checks whether a value may be shown: numbers and bytes cannot be redacted, so those with a secret are left out. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  const bytes = name === 'bodyBase64' ? Buffer.from(String(value), 'base64') : undefined;
  if (bytes === undefined && typeof value !== 'number') return true;
  const texts = bytes === undefined ? [String(value)] : [bytes.toString('utf8'), bytes.toString('latin1')];
  return texts.every((text) => (bytes === undefined ? redact(text) : redact.traffic(text)) === text);
}
