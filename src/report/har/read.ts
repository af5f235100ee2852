import type { Exchange } from '../../exchange/exchange.ts';
import { UnreadableFile } from '../../files/unreadable.ts';
import { createRedactor } from '../record/redact.ts';
import { entriesIn, type HarEntries, type HarEntry, headerIn } from './entries.ts';
import { type Credentials, credentialsIn, exchangeOf } from './exchange.ts';
import { secretsIn } from './secrets.ts';

/** The exchanges of a recording with one server. */
export interface RecordedTraffic {
  readonly baseUrl: string;
  readonly exchanges: readonly Exchange[];
  /** How many entries cannot be judged: another method, a query, a cached response, a missing body. */
  readonly skipped: number;
  /** Whether one of these may have changed stored data: then lists prove nothing about creations. */
  readonly changedOtherwise: boolean;
  readonly credentials: Credentials['shown'];
  /** Secrets of all entries, to redact. */
  readonly secrets: readonly string[];
}

/** Maximum total weight of the judged entries, because all of them stay in memory. */
const heaviest = 5_000_000;
const maxExchanges = 50_000;
/** Maximum total length of the secrets that redaction can search for, in characters. */
const maxSecretsLength = 250_000;

/** An entry without bodies and most headers, to save memory. */
interface Outline {
  readonly index: number;
  readonly entry: HarEntry;
}

/**
 * Reads a HAR 1.2 recording, one entry at a time to save memory. Judges requests to `baseUrl`, by default the one base URL
 * with /categories. Throws `UnreadableFile`.
 */
export function readHar(
  bytes: Uint8Array,
  { baseUrl: given, key }: { readonly baseUrl?: string; readonly key?: string } = {},
): RecordedTraffic {
  const entries = entriesIn(bytes);
  const { outlines, secrets } = outlined(entries);
  const baseUrl = given ?? baseOf(outlines, secrets);
  const ours = outlines
    .filter(({ entry }) => entry.request.url.startsWith(`${baseUrl}/`))
    .sort((a, b) => Date.parse(a.entry.startedDateTime) - Date.parse(b.entry.startedDateTime));
  if (ours.length === 0)
    throw new UnreadableFile(`none of its ${entries.count} entries goes to ${baseUrl}. Set --base-url`);
  const weight = ours.reduce((sum, { index }) => sum + entries.weight(index), 0);
  const tooLarge =
    ours.length > maxExchanges
      ? `it has ${ours.length} entries for ${baseUrl}; the limit is ${maxExchanges}`
      : weight > heaviest && `its entries for ${baseUrl} have too many JSON values to keep in memory`;
  if (tooLarge) throw new UnreadableFile(`${tooLarge}. Split the recording`);
  const credentials = credentialsIn(
    ours.map(({ entry }) => entry),
    key,
  );
  const startedAt = Date.parse(ours[0]?.entry.startedDateTime ?? '');
  const exchanges: Exchange[] = [];
  let changedOtherwise = false;
  for (const [place, { index, entry }] of ours.entries()) {
    const exchange = exchangeOf(entries.entry(index), place + 1, { baseUrl, startedAt, credentials });
    if (exchange !== undefined) exchanges.push(exchange);
    else changedOtherwise ||= mayHaveChanged(entry);
  }
  return {
    ...{ baseUrl, exchanges, changedOtherwise },
    skipped: ours.length - exchanges.length,
    credentials: credentials.shown,
    secrets: [...secrets],
  };
}

/** Reads all entries once, for their secrets and outlines. */
function outlined(entries: HarEntries) {
  const secrets = new Set<string>();
  const outlines: Outline[] = [];
  let size = 0;
  for (let index = 0; index < entries.count; index++) {
    const entry = entries.entry(index);
    for (const secret of secretsIn(entry)) {
      if (!secrets.has(secret)) size += secret.length;
      secrets.add(secret);
    }
    if (size > maxSecretsLength)
      throw new UnreadableFile(
        `its credentials, cookies and tokens have more than ${maxSecretsLength} characters, the most that can be ` +
          'redacted. Split the recording',
      );
    outlines.push({ index, entry: outlineOf(entry) });
  }
  return { outlines, secrets };
}

function outlineOf({ startedDateTime, time, request, response }: HarEntry): HarEntry {
  const { method, url, headers } = request;
  const value = headerIn(headers, 'authorization');
  return {
    startedDateTime,
    time,
    request: { method, url, headers: value === undefined ? [] : [{ name: 'authorization', value }] },
    response: { status: response.status, headers: [], content: {} },
  };
}

/** Checks for a request that may have changed data: it does not only read, and was not refused. */
function mayHaveChanged({ request, response }: HarEntry): boolean {
  const refused = response.status >= 400 && response.status < 500;
  return !refused && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

/** Returns the only base URL with /categories. */
function baseOf(outlines: readonly Outline[], secrets: ReadonlySet<string>): string {
  const bases = new Set(
    outlines.flatMap(({ entry: { request } }) => {
      const { origin, pathname } = new URL(request.url);
      return pathname.endsWith('/categories') ? [`${origin}${pathname.slice(0, -'/categories'.length)}`] : [];
    }),
  );
  const [base] = bases;
  if (base === undefined)
    throw new UnreadableFile('no entry has a path that ends in /categories. Set --base-url');
  if (bases.size === 1) return base;
  // There is no redacted report yet, so this message is redacted here.
  const { header } = createRedactor({ key: '', recorded: [...secrets] });
  const shown = header([...bases].slice(0, 3).join(', '));
  throw new UnreadableFile(`it has ${bases.size} base URLs (${shown}). Choose one with --base-url`);
}
