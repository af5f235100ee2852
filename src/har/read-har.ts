import { readJsonText } from '../json/read.ts';
import type { Exchange } from '../model/exchange.ts';
import { type CredentialsShown, credentialsIn } from './credentials.ts';
import { exchangeOf } from './exchange.ts';
import { type HarEntry, isHarEntry } from './har-entry.ts';
import { secretsIn } from './secrets.ts';

/** A file that holds no traffic that can be judged: what was seen, where, and what to do. */
export class UnreadableHar extends Error {
  override readonly name = 'UnreadableHar';
}

/** What a recording holds of one Pet Store Service. */
export interface RecordedTraffic {
  readonly baseUrl: string;
  readonly exchanges: readonly Exchange[];
  /** Entries to the service that cannot be judged: another method, a query, from a cache, a body left out. */
  readonly skipped: number;
  /** Whether any of these may have changed what is stored: then lists prove nothing about creations. */
  readonly changedOtherwise: boolean;
  readonly credentials: CredentialsShown;
  /** What no report may show, of all entries. */
  readonly secrets: readonly string[];
}

export interface HarReading {
  /** The service that is meant; without it, the one whose /categories was asked for. */
  readonly baseUrl?: string;
  /** To tell a valid key from another; without it, what is told by the words of the kit's own recordings. */
  readonly key?: string;
}

/** Reads HAR 1.2 text. Throws `UnreadableHar`. */
export function readHar(text: string, reading: HarReading = {}): RecordedTraffic {
  const entries = entriesOf(text);
  const baseUrl = reading.baseUrl ?? baseOf(entries);
  const ours = entries
    .filter(({ request }) => isBelow(request.url, baseUrl))
    .sort((a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime));
  if (ours.length === 0)
    throw new UnreadableHar(
      `none of its ${entries.length} entries goes to ${baseUrl}. Name the service with --base-url`,
    );
  const credentials = credentialsIn(ours, reading.key);
  const startedAt = Date.parse(ours[0]?.startedDateTime ?? '');
  const read = ours.map((entry, index) => ({
    entry,
    exchange: exchangeOf(entry, index + 1, { baseUrl, startedAt, credentials }),
  }));
  const exchanges = read.flatMap(({ exchange }) => exchange ?? []);
  const skipped = read.filter(({ exchange }) => exchange === undefined);
  return {
    baseUrl,
    exchanges,
    skipped: skipped.length,
    changedOtherwise: skipped.some(({ entry }) => mayHaveChanged(entry)),
    credentials: credentials.shown,
    secrets: secretsOf(entries),
  };
}

/** More of them cannot be looked for at a time, in characters. */
const mostOfSecrets = 250_000;

function secretsOf(entries: readonly HarEntry[]): readonly string[] {
  const secrets = secretsIn(entries);
  const size = secrets.reduce((sum, { length }) => sum + length, 0);
  if (size > mostOfSecrets)
    throw new UnreadableHar(
      `its credentials, cookies and tokens take ${size} characters, and at most ${mostOfSecrets} can be kept out of ` +
        'a report. Split the recording',
    );
  return secrets;
}

/** A request that reads changes nothing, nor does one that was refused. */
function mayHaveChanged({ request, response }: HarEntry): boolean {
  const refused = response.status >= 400 && response.status < 500;
  return !refused && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

function entriesOf(text: string): HarEntry[] {
  const value = parsed(text);
  const entries = value?.log?.entries;
  if (!Array.isArray(entries))
    throw new UnreadableHar('it has no list at /log/entries, so it is no HTTP Archive');
  const wrong = entries.findIndex((entry) => !isHarEntry(entry));
  if (wrong >= 0)
    throw new UnreadableHar(
      `/log/entries/${wrong} has no startedDateTime, or no request and response as HAR 1.2 asks for`,
    );
  return entries as HarEntry[];
}

/** Read by the reader of the engine, which takes a third of the memory; ours says where the mistake is. */
function parsed(text: string): { log?: { entries?: unknown } } | null {
  try {
    return JSON.parse(text);
  } catch {
    const document = readJsonText(text);
    if (document.ok) throw new UnreadableHar('it is no JSON');
    throw new UnreadableHar(
      `it is no JSON (line ${document.line}, column ${document.column}: ${document.problem})`,
    );
  }
}

/** The one address before /categories. */
function baseOf(entries: readonly HarEntry[]): string {
  const bases = new Set(
    entries.flatMap(({ request }) => {
      const { origin, pathname } = new URL(request.url);
      return pathname.endsWith('/categories') ? [`${origin}${pathname.slice(0, -'/categories'.length)}`] : [];
    }),
  );
  const [base] = bases;
  if (base === undefined)
    throw new UnreadableHar(
      'no entry goes to a path that ends in /categories. Name the service with --base-url',
    );
  if (bases.size > 1)
    throw new UnreadableHar(
      `it holds ${bases.size} services (${withoutSecrets([...bases].slice(0, 3).join(', '), entries)}). Name one with --base-url`,
    );
  return base;
}

/** For messages of a recording that cannot be read: no report is made of it, and nothing else of it is shown. */
function withoutSecrets(text: string, entries: readonly HarEntry[]): string {
  return secretsIn(entries).reduce(
    (rest, secret) => (secret.length > 3 ? rest.replaceAll(secret, '[secret]') : rest),
    text,
  );
}

function isBelow(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
