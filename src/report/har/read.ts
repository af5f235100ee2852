import type { Exchange } from '../../exchange/exchange.ts';
import { entriesIn, type HarEntries, type HarEntry, UnreadableHar } from './entries.ts';
import { type CredentialsShown, credentialsIn, exchangeOf } from './exchange.ts';
import { secretsIn } from './secrets.ts';

export { UnreadableHar } from './entries.ts';

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

/** What the entries of one service may weigh together: each becomes an exchange that is kept. */
const heaviest = 5_000_000;
const mostExchanges = 50_000;

/** What is kept of an entry until it is judged. */
interface Outline {
  readonly index: number;
  /** Without bodies and most headers. */
  readonly entry: HarEntry;
}

/** Reads HAR 1.2 text, one entry at a time: a recording is larger than the memory it may take. Throws `UnreadableHar`. */
export function readHar(bytes: Uint8Array, reading: HarReading = {}): RecordedTraffic {
  const entries = entriesIn(bytes);
  const { outlines, secrets } = outlined(entries);
  const baseUrl = reading.baseUrl ?? baseOf(outlines, secrets);
  const ours = outlines
    .filter(({ entry }) => isBelow(entry.request.url, baseUrl))
    .sort((a, b) => Date.parse(a.entry.startedDateTime) - Date.parse(b.entry.startedDateTime));
  if (ours.length === 0)
    throw new UnreadableHar(
      `none of its ${entries.count} entries goes to ${baseUrl}. Name the service with --base-url`,
    );
  refuseMany(ours, entries);
  const credentials = credentialsIn(
    ours.map(({ entry }) => entry),
    reading.key,
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
    baseUrl,
    exchanges,
    skipped: ours.length - exchanges.length,
    changedOtherwise,
    credentials: credentials.shown,
    secrets: [...secrets],
  };
}

/** More of them cannot be looked for at a time, in characters. */
const mostOfSecrets = 250_000;

/** Outlines of all entries, and the secrets of these. */
function outlined(entries: HarEntries): {
  readonly outlines: readonly Outline[];
  readonly secrets: ReadonlySet<string>;
} {
  const secrets = new Set<string>();
  const outlines: Outline[] = [];
  let size = 0;
  for (let index = 0; index < entries.count; index++) {
    const entry = entries.entry(index);
    for (const secret of secretsIn(entry)) {
      if (secrets.has(secret)) continue;
      secrets.add(secret);
      size += secret.length;
    }
    if (size > mostOfSecrets)
      throw new UnreadableHar(
        `its credentials, cookies and tokens take more than ${mostOfSecrets} characters, which is as many as can be kept ` +
          'out of a report. Split the recording',
      );
    outlines.push({ index, entry: outlineOf(entry) });
  }
  return { outlines, secrets };
}

/** As much of an entry as decides what it is. */
function outlineOf({ startedDateTime, time, request, response }: HarEntry): HarEntry {
  const headers = request.headers.filter(({ name }) => name.toLowerCase() === 'authorization').slice(0, 1);
  return {
    startedDateTime,
    time,
    request: { method: request.method, url: request.url, headers },
    response: { status: response.status, headers: [], content: {} },
  };
}

function refuseMany(ours: readonly Outline[], entries: HarEntries): void {
  const weight = ours.reduce((sum, { index }) => sum + entries.weight(index), 0);
  if (ours.length > mostExchanges || weight > heaviest)
    throw new UnreadableHar(
      `it holds ${ours.length} entries of the service, whose values weigh ${weight}; at most ${mostExchanges} that weigh ` +
        `${heaviest} can be judged at once. Split the recording`,
    );
}

/** A request that reads changes nothing, nor does one that was refused. */
function mayHaveChanged({ request, response }: HarEntry): boolean {
  const refused = response.status >= 400 && response.status < 500;
  return !refused && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

/** The one address before /categories. */
function baseOf(outlines: readonly Outline[], secrets: ReadonlySet<string>): string {
  const bases = new Set(
    outlines.flatMap(({ entry: { request } }) => {
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
      `it holds ${bases.size} services (${withoutSecrets([...bases].slice(0, 3).join(', '), secrets)}). Name one with --base-url`,
    );
  return base;
}

/** For messages of a recording that cannot be read: no report is made of it, and nothing else of it is shown. */
function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  return [...secrets].reduce(
    (rest, secret) => (secret.length > 3 ? rest.replaceAll(secret, '[secret]') : rest),
    text,
  );
}

function isBelow(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
