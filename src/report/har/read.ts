import type { Exchange } from '../../exchange/exchange.ts';
import { UnreadableFile } from '../../files/unreadable.ts';
import { createRedactor } from '../record/redact.ts';
import { entriesIn, type HarEntry } from './entries.ts';
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

/** Maximum total length of the secrets that redaction can search for, in characters. */
const maxSecretsLength = 250_000;

/**
 * Reads a HAR 1.2 recording. Judges requests to `baseUrl`, by default the one base URL with /categories. Throws
 * `UnreadableFile`.
 */
export function readHar(
  bytes: Uint8Array,
  { baseUrl: given, key }: { readonly baseUrl?: string; readonly key?: string } = {},
): RecordedTraffic {
  const entries = entriesIn(bytes);
  const secrets = secretsOf(entries);
  const baseUrl = given ?? baseOf(entries, secrets);
  const ours = entries
    .filter(({ request }) => request.url.startsWith(`${baseUrl}/`))
    .sort((a, b) => Date.parse(a.startedDateTime) - Date.parse(b.startedDateTime));
  if (ours.length === 0)
    throw new UnreadableFile(`none of its ${entries.length} entries goes to ${baseUrl}. Set --base-url`);
  const credentials = credentialsIn(ours, key);
  const startedAt = Date.parse(ours[0]?.startedDateTime ?? '');
  const exchanges: Exchange[] = [];
  let changedOtherwise = false;
  for (const [place, entry] of ours.entries()) {
    const exchange = exchangeOf(entry, place + 1, { baseUrl, startedAt, credentials });
    if (exchange !== undefined) exchanges.push(exchange);
    else changedOtherwise ||= mayHaveChanged(entry);
  }
  return {
    baseUrl,
    exchanges,
    changedOtherwise,
    skipped: ours.length - exchanges.length,
    credentials: credentials.shown,
    secrets: [...secrets],
  };
}

function secretsOf(entries: readonly HarEntry[]): ReadonlySet<string> {
  const secrets = new Set(entries.flatMap(secretsIn));
  const length = [...secrets].reduce((sum, secret) => sum + secret.length, 0);
  if (length > maxSecretsLength)
    throw new UnreadableFile(
      `its credentials, cookies and tokens have more than ${maxSecretsLength} characters, the most that can be ` +
        'redacted. Split the recording',
    );
  return secrets;
}

/** Checks for a request that may have changed data: it does not only read, and was not refused. */
function mayHaveChanged({ request, response }: HarEntry): boolean {
  const refused = response.status >= 400 && response.status < 500;
  return !refused && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
}

/** Returns the only base URL with /categories. */
function baseOf(entries: readonly HarEntry[], secrets: ReadonlySet<string>): string {
  const bases = new Set(
    entries.flatMap(({ request }) => {
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
