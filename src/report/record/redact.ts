import { isWeak, shortestStrong } from '../../exchange/credentials.ts';
import { isVocabulary } from '../../spec/vocabulary.ts';
import type { Report } from '../model/report.ts';
import { decodedRuns, type Unescaped, unescapeText } from './decode.ts';
import { createPartFinder, type PartFinder, shortestPart } from './find-parts.ts';

/** Takes secrets out of a text, in every form that SECURITY.md lists; what stands in their place says so. */
export interface Redactor {
  (text: string): string;
  /** The same for values of headers, curl lines and addresses, where weak secrets are taken out as well. */
  readonly inPlaces: (text: string) => string;
  /** Whether a text holds the key, or all of it but a character; of a weak key nobody can tell. */
  readonly holdsKey: (text: string) => boolean;
}

/** Texts that must not be shown. */
export interface Secrets {
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
/** Escapes inside each other are undone so often: JSON in JSON, in a URL. A text that holds more is cut there. */
const deepest = 8;
/** A text is read in windows: memory depends on these, and not on the text. */
const windowLength = 32_768;
/** More than any part of a secret that has to be found takes, each character at its longest. */
const overlap = 4_096;
/** The most of one text that is read, in characters; the rest is cut out. */
const mostRead = 1_048_576;

/** What stands where a text could not be read. */
const unread = '[cut]';

/**
 * A redactor for a key, for the values of extra headers, and for the secrets of a recording. It reads each text once,
 * in windows, so that its time is linear in the text and its memory bounded. What is beyond its bounds (a text of
 * more than a million characters, escapes more than eight deep, one character written in more than 256) it cuts.
 */
export function createRedactor({ key, headerValues = [], recorded = [] }: Secrets): Redactor {
  const values = headerValues.filter((value) => value.length >= shortestStrong);
  const strong: Wanted[] = [
    { finders: findersFor(isWeak(key) ? [] : [key]), instead: '[key]' },
    {
      finders: [
        ...values.flatMap((value) => findersFor([value], value.length)),
        ...findersFor(values.flatMap(credentialsIn)),
      ],
      instead: '[header]',
    },
    { finders: findersFor(recorded.filter((secret) => !isWeak(secret))), instead: '[secret]' },
  ];
  const weak: Wanted[] = [
    { finders: wholeFinders([key].filter((one) => one !== '' && isWeak(one))), instead: '[key]' },
    // Of a recording nobody chose the secrets: what is shorter stands in every address.
    {
      finders: wholeFinders(recorded.filter((one) => isWeak(one) && one.length > 3 && !isVocabulary(one))),
      instead: '[secret]',
    },
  ];
  const whole: Wanted = { finders: findersFor(isWeak(key) ? [] : [key], key.length - 1), instead: '' };
  const cutWith = (wanted: readonly Wanted[], shortest = 0) => {
    const used = wanted.filter(({ finders }) => finders.length > 0);
    return (text: string) => (used.length === 0 || text.length < shortest ? text : cut(text, used));
  };
  return Object.assign(cutWith(strong, shortestFound), {
    inPlaces: cutWith([...strong, ...weak]),
    holdsKey(text: string) {
      if (whole.finders.length === 0) return false;
      for (const { instead } of search(text, [whole])) if (instead !== unread) return true;
      return false;
    },
  });
}

/** The same for messages: a secret that is a word, or hardly a text at all, is left in them. */
export function messageRedactor(key: string): (text: string) => string {
  return key.length < 4 || isVocabulary(key) ? (text) => text : createRedactor({ key }).inPlaces;
}

interface Wanted {
  readonly finders: readonly PartFinder[];
  readonly instead: string;
}

/** A stretch of a text, and what is to stand in its place. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly instead: string;
}

/** Finders for the parts of secrets of at least `length` characters; all but the last where they are no longer. */
function findersFor(secrets: readonly string[], length = longestShown + 1): PartFinder[] {
  const byPart = new Map<number, string[]>();
  for (const secret of new Set(secrets.flatMap(writings))) {
    const part = Math.max(shortestFound, Math.min(length, secret.length - 1));
    byPart.set(part, [...(byPart.get(part) ?? []), secret]);
  }
  return [...byPart].map(([part, texts]) =>
    createPartFinder({ texts, length: part, anyCase: true, isKnown: isVocabulary }),
  );
}

/** A secret forwards and backwards, and as its bytes of UTF-8 read one by one, where that differs. */
function writings(secret: string): string[] {
  const bytes = Buffer.from(secret).toString('latin1');
  return [secret, backwards(secret), bytes, backwards(bytes)];
}

/** Finders for secrets as wholes, in either case: one for all of a length, as a recording may hold thousands. */
function wholeFinders(secrets: readonly string[]): PartFinder[] {
  const lengths = [...new Set(secrets.map(({ length }) => length))];
  return lengths.flatMap((length) => {
    const texts = [...new Set(secrets.filter((secret) => secret.length === length))];
    return length < shortestPart
      ? texts.map(shortFinder)
      : createPartFinder({ texts, length, anyCase: true });
  });
}

function shortFinder(secret: string): PartFinder {
  const pattern = new RegExp(secret.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'), 'gi');
  return (text) =>
    [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
}

/** What in the value of a header looks like a credential: a cookie's value, a token behind its scheme. */
function credentialsIn(value: string): string[] {
  return value
    .split(/[\s;,="]+/)
    .filter((word) => word.length >= 12 && /\d/.test(word) && /[a-z]/i.test(word));
}

function cut(text: string, wanted: readonly Wanted[]): string {
  const found = [...search(text, wanted)];
  if (found.length === 0) return text;
  const kept: string[] = [];
  let end = 0;
  for (const { from, to, instead } of found.sort((a, b) => a.from - b.from)) {
    if (from > end || end === 0) kept.push(text.slice(end, from), instead);
    end = Math.max(end, to);
  }
  return kept.join('') + text.slice(end);
}

/** Where in a text something stands that is wanted, and what of it is not read. */
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

/** The same for a window: as it stands, decoded, and with its escapes undone, one layer at a time. */
function* searchWindow(text: string, wanted: readonly Wanted[]): Generator<Found> {
  let layer: Unescaped | undefined;
  let read = text;
  for (let depth = 0; ; depth++) {
    for (const { from, to, instead } of searchLayer(read, wanted))
      yield { from: layer?.starts[from] ?? from, to: layer?.ends[to - 1] ?? to, instead };
    if (layer?.brokenAt !== undefined) {
      yield { from: layer.brokenAt, to: text.length, instead: unread };
      return;
    }
    const next = unescapeText(read, layer);
    if (next === undefined) return;
    if (depth === deepest) {
      yield { from: next.firstAt, to: text.length, instead: unread };
      return;
    }
    layer = next;
    read = next.text;
  }
}

function* searchLayer(text: string, wanted: readonly Wanted[]): Generator<Found> {
  for (const { finders, instead } of wanted)
    for (const finder of finders) for (const stretch of finder(text)) yield { ...stretch, instead };
  for (const decoded of decodedRuns(text))
    for (const { finders, instead } of wanted)
      for (const finder of finders)
        for (const stretch of finder(decoded.text)) yield { ...decoded.origin(stretch), instead };
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

/** Fields whose texts are addresses or values of headers: weak secrets are taken out of these too. */
const places = new Set(['target', 'baseUrl', 'url', 'path', 'place', 'retryAfter', 'contentType']);

/** Fields that the kit fills with values of its own; a secret that is a date or a version spoils none. */
const own: readonly (keyof Report)[] = ['format', 'formatVersion', 'kit', 'ledger', 'finishedAt', 'runMark'];

/**
 * Takes secrets out of every string of a finished report, requests included. Every report passes here on its way
 * out, of `run`, `judge`, `replay` and the library alike. A body that held one is left out of `again`: it could not
 * be sent again as it was.
 */
export function redactReport(report: Report, redact: Redactor): Report {
  const redacted = redactValue(report, '', redact) as Report;
  return { ...redacted, ...Object.fromEntries(own.map((name) => [name, report[name]])) };
}

function redactValue(value: unknown, field: string, redact: Redactor): unknown {
  // A date, of this run or of the baseline.
  if (field === 'startedAt') return value;
  if (field === 'curl') return redactCurl(String(value), redact);
  if (typeof value === 'string') return places.has(field) ? redact.inPlaces(value) : redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((one: unknown) =>
      field === 'headers' && Array.isArray(one) ? redactHeader(one, redact) : redactValue(one, field, redact),
    );
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => isShown(name, one, redact))
      .map(([name, one]) => [name, name === 'bodyBase64' ? one : redactValue(one, name, redact)]),
  );
}

/**
 * The words of a curl line were redacted before they were quoted. Where secrets show across words nothing may be cut
 * out: quotes would go with them, and a shell would run what is left.
 */
function redactCurl(line: string, redact: Redactor): string {
  return redact.inPlaces(line) === line ? line : '# no curl line: it would show a secret';
}

/** Numbers cannot be redacted: one whose digits are a secret is left out, as are bytes that hold one. */
function isShown(name: string, value: unknown, redact: Redactor): boolean {
  if (name === 'bodyBase64') return isClean(String(value), redact);
  return typeof value !== 'number' || redact(String(value)) === String(value);
}

function redactHeader([name, value]: readonly unknown[], redact: Redactor): readonly [string, string] {
  return [redact(String(name)), redact.inPlaces(String(value))];
}

/** Whether the bytes behind Base64 hold nothing secret, as text and as they stand. */
function isClean(base64: string, redact: Redactor): boolean {
  const bytes = Buffer.from(base64, 'base64');
  return [bytes.toString('utf8'), bytes.toString('latin1')].every((text) => redact(text) === text);
}
