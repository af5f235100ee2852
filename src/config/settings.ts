import type { ResponseCaps } from '../exchange/exchange.ts';
import type { Report, Waiver } from '../report/model/report.ts';
import { catalog, matchesOnly, similarIds } from '../spec/catalog.ts';
import { advice, quoted, UsageError } from './messages.ts';
import { type Row, settingOf, standardOf } from './option.ts';
import { type OptionSettings, type RunTable, settingOptions } from './options.ts';
import { readHeaders } from './target.ts';
import type { Given, OptionValues } from './values.ts';

/** How much a run tests. */
export type Profile = 'gentle' | 'standard' | 'thorough';

/** The OpenAPI 3.0 or 3.1 description of the service. */
export interface InterfaceDescription {
  /** The file or the URL that it was read from, without a query. */
  readonly from: string;
  /** All of it in one document. */
  readonly document: unknown;
}

/** What a run needs of an earlier report. */
export interface Baseline {
  readonly target: string;
  readonly startedAt: string;
  readonly signatures: readonly string[];
}

/** The settings of a run: its options, where it goes, and what was read from files. Seconds may have decimals. */
export type Settings = OptionSettings & {
  /** The base URL, without a trailing slash, user info, query or fragment. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether the key is short or a word of the specification, and the user allowed it. */
  readonly shortKey?: boolean;
  /** The variable that holds the key, if that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** The target of the configuration file that was chosen by name, and the file if that was named. */
  readonly namedTarget?: { readonly name: string; readonly configFile?: string };
  readonly headers: readonly (readonly [string, string])[];
  /** PEM of further certificate authorities to trust. */
  readonly ca?: string;
  readonly description?: InterfaceDescription;
  /** Known failures that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: findings that it holds do not fail the run. */
  readonly baseline?: Baseline;
};

/** The settings without where the run goes. */
export type RunSettings = Omit<Settings, 'baseUrl' | 'key'>;

/** For a target that others rely on: a faulty service would store what it should refuse. */
export const readingOnly = { maxCreates: 0, exhaust: false, readOnly: true } as const;

/** Returns the settings of a run without options, or with a profile only. */
export function defaultSettings(profile: Profile = 'standard'): OptionSettings {
  return settingsBy((name, row) => (name === 'profile' ? profile : standardOf(row, profile)));
}

function settingsBy(take: (name: keyof RunTable, row: Row) => unknown): OptionSettings {
  const all = Object.entries(settingOptions).map(
    ([name, row]) => [settingOf(name, row), take(name as keyof RunTable, row)] as const,
  );
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as OptionSettings;
}

/** Returns how much of a response the client reads. */
export function capsOf({ maxBody, maxHeaders, maxNesting, maxElements }: OptionSettings): ResponseCaps {
  return { bodyMb: maxBody, headersKb: maxHeaders, depth: maxNesting, elements: maxElements };
}

/**
 * Reads the settings that options state; all others have the default of the profile. `--only` may name the `added`
 * requirements, too. Refuses the key in extra headers. Throws a UsageError.
 */
export function readSettings(
  values: OptionValues<RunTable>,
  key: string | undefined,
  generateSeed: () => number,
  added: readonly string[] = [],
): RunSettings {
  const stated = settingsBy(values.value);
  const [requests, creates] = [values.value('maxRequests'), values.value('maxCreates')];
  if (requests !== undefined && creates !== undefined && creates > requests)
    throw new UsageError(
      `${values.named('maxCreates')} ${creates} is more than ${values.named('maxRequests')} ${requests}. Lower it.`,
    );
  const only = values.text('only');
  if (only !== undefined) checkOnly(only, added);
  return {
    ...defaultSettings(values.value('profile')),
    ...stated,
    ...(values.value('seed') === 'random' ? { seed: generateSeed() } : {}),
    headers: readHeaders(values.list('header'), key),
  };
}

/** Returns what a run needs of an earlier report. */
export function baselineOf({ target, startedAt, findings }: Report): Baseline {
  return { target, startedAt, signatures: findings.map(({ signature }) => signature) };
}

/** Refuses a pattern of `--only` that matches no requirement. */
function checkOnly({ text, from }: Given, added: readonly string[]): void {
  const ids = [...catalog.map(({ id }) => id), ...added];
  for (const pattern of text.split(',').map((part) => part.trim())) {
    const shown = quoted(pattern);
    if (!/^[a-z0-9.*-]+$/.test(pattern)) {
      throw new UsageError(
        `${from} takes ids of requirements, or patterns like 'auth.*', not ${shown}.${near(pattern)}`,
      );
    }
    if (!ids.some((id) => matchesOnly(id, pattern))) {
      throw new UsageError(
        `${from}: no requirement is called ${shown}.${near(pattern)}\nnpx petstore-conformance list shows all of them.`,
      );
    }
  }
}

function near(pattern: string): string {
  const isSection = catalog.some(({ id }) => id.startsWith(`${pattern}.`));
  return advice(isSection ? [`'${pattern}.*'`] : similarIds(pattern.replaceAll('*', '')));
}
