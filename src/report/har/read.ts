import type { Exchange } from '../../exchange/exchange.ts';
import { UnreadableFile } from '../../files/unreadable.ts';
import { entriesIn, type HarEntries, type HarEntry, headerIn } from './entries.ts';
import { type Credentials, credentialsIn, exchangeOf } from './exchange.ts';
import { secretsIn } from './secrets.ts';

/** What a recording holds of one Pet Store Service. */
export interface RecordedTraffic {
  readonly baseUrl: string;
  readonly exchanges: readonly Exchange[];
  /** How many entries to the service cannot be judged: another method, a query, from a cache, a body left out. */
  readonly skipped: number;
  /** Whether any of these may have changed what is stored: then lists prove nothing about creations. */
  readonly changedOtherwise: boolean;
  readonly credentials: Credentials['shown'];
  /** What no report may show, of all entries. */
  readonly secrets: readonly string[];
}

/** What the entries of one service may weigh together: each becomes an exchange that is kept. */
const heaviest = 5_000_000;
const mostExchanges = 50_000;
/** Redaction cannot look for more secrets at a time, in characters. */
const mostOfSecrets = 250_000;

/** What is kept of an entry until it is judged: neither bodies nor most headers. */
interface Outline {
  readonly index: number;
  readonly entry: HarEntry;
}

/**
 * Reads a recording (HAR 1.2), one entry at a time, as it is larger than the memory it may take. `baseUrl` is the service
 * that is judged; without it, the one that /categories was sent to. `key` identifies the valid key. Throws `UnreadableFile`.
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
    throw new UnreadableFile(
      `none of its ${entries.count} entries goes to ${baseUrl}. Name the service with --base-url`,
    );
  const weight = ours.reduce((sum, { index }) => sum + entries.weight(index), 0);
  if (ours.length > mostExchanges || weight > heaviest)
    throw new UnreadableFile(
      `it holds ${ours.length} entries of the service, whose values weigh ${weight}; at most ${mostExchanges} that weigh ` +
        `${heaviest} can be judged at once. Split the recording`,
    );
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

/** Reads all entries once, for their secrets and for what decides which of them are judged. */
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
    if (size > mostOfSecrets)
      throw new UnreadableFile(
        `its credentials, cookies and tokens take more than ${mostOfSecrets} characters, which is as many as can be kept ` +
          'out of a report. Split the recording',
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

/** A request that reads changes nothing, nor does one that was refused. */
function mayHaveChanged({ request, response }: HarEntry): boolean {
  const refused = response.status >= 400 && response.status < 500;
  return !refused && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

/** Returns the one address before /categories. */
function baseOf(outlines: readonly Outline[], secrets: ReadonlySet<string>): string {
  const bases = new Set(
    outlines.flatMap(({ entry: { request } }) => {
      const { origin, pathname } = new URL(request.url);
      return pathname.endsWith('/categories') ? [`${origin}${pathname.slice(0, -'/categories'.length)}`] : [];
    }),
  );
  const [base] = bases;
  if (base === undefined)
    throw new UnreadableFile(
      'no entry goes to a path that ends in /categories. Name the service with --base-url',
    );
  if (bases.size === 1) return base;
  // No report is made of this recording, so only this message has to be redacted.
  const shown = [...secrets]
    .filter(({ length }) => length > 3)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), [...bases].slice(0, 3).join(', '));
  throw new UnreadableFile(`it holds ${bases.size} services (${shown}). Name one with --base-url`);
}
