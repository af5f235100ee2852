import type { AnswerCaps } from '../exchange/exchange.ts';
import type { Report, Waiver } from '../report/model/report.ts';
import { ledger, matchesOnly, similarIds } from '../spec/ledger.ts';
import { advice, quoted, UsageError } from './messages.ts';
import { settingOf, standardOf } from './option.ts';
import { type OptionSettings, type RunTable, type runOptions, settingOptions } from './options.ts';
import { readHeaders } from './secrets.ts';
import type { Given, OptionValues } from './values.ts';

/** How much a run asks. */
export type Profile = 'gentle' | 'standard' | 'thorough';

/** The interface description of the service: OpenAPI 3.0 or 3.1. */
export interface InterfaceDescription {
  /** The file or the address that it was read from, without a query. */
  readonly from: string;
  /** All of it, in one document. */
  readonly document: unknown;
}

/** What is taken from an earlier report. */
export interface Baseline {
  readonly target: string;
  readonly startedAt: string;
  readonly signatures: readonly string[];
}

/** What a run is told beside its options: where it goes, and what was read from files. Seconds may be broken numbers. */
export type Settings = OptionSettings & {
  /** The base address, without a trailing slash, user info, query or fragment. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether the key is short or a word of the specification, and the user allowed it. */
  readonly shortKey?: boolean;
  /** The variable that holds the key, where that is not PETSTORE_API_KEY. */
  readonly keyVariable?: string;
  /** The target of the configuration file that was chosen by its name, and the file where it was named. */
  readonly namedTarget?: { readonly name: string; readonly configFile?: string };
  readonly headers: readonly (readonly [string, string])[];
  /** PEM of a certificate authority to trust beside the usual ones. */
  readonly ca?: string;
  readonly description?: InterfaceDescription;
  /** Known faults that are accepted until a date. */
  readonly waivers?: readonly Waiver[];
  /** An earlier report: what it found too does not fail the run. */
  readonly baseline?: Baseline;
};

/** Settings without where the run goes. */
export type RunSettings = Omit<Settings, 'baseUrl' | 'key'>;

/** What a run against a target does on which others rely: a faulty service would store what it should refuse. */
export const readingOnly = { maxCreates: 0, exhaust: false, readOnly: true } as const;

/** The settings of a run that names no option, or its profile alone. */
export function defaultSettings(profile: Profile = standardProfile): OptionSettings {
  const settings = Object.entries(settingOptions).map(([name, row]) => [
    settingOf(name, row),
    name === 'profile' ? profile : standardOf(row, profile),
  ]);
  return Object.fromEntries(settings.filter(([, value]) => value !== undefined)) as OptionSettings;
}

const standardProfile = 'standard';

/** What the client reads of an answer at most. */
export function capsOf({ maxBody, maxHeaders, maxNesting, maxElements }: OptionSettings): AnswerCaps {
  return { bodyMb: maxBody, headersKb: maxHeaders, depth: maxNesting, elements: maxElements };
}

/**
 * The settings that options state, with the defaults of the profile for all others. The key is refused in extra headers;
 * `added` are ids of requirements beside those of the ledger. Throws a UsageError.
 */
export function readSettings(
  values: OptionValues<RunTable>,
  key: string | undefined,
  drawSeed: () => number,
  added: readonly string[] = [],
): RunSettings {
  const given = Object.entries(settingOptions).map(([name, row]): [string, unknown] => {
    const option = name as keyof typeof runOptions;
    if (row.kind === 'off') return [settingOf(name, row), values.on(option) ? false : undefined];
    if (row.kind === 'switch') return [name, values.on(option) || undefined];
    return [settingOf(name, row), values.value(option)];
  });
  const stated = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  refuseMoreCreates(values);
  const only = values.text('only');
  if (only !== undefined) readOnly(only, added);
  return {
    ...defaultSettings(values.value('profile')),
    ...stated,
    ...(stated['seed'] === 'random' ? { seed: drawSeed() } : {}),
    headers: readHeaders(values.list('header'), key),
  };
}

function refuseMoreCreates(values: OptionValues<RunTable>): void {
  const [requests, creates] = [values.value('maxRequests'), values.value('maxCreates')];
  if (requests === undefined || creates === undefined || creates <= requests) return;
  const names = [values.named('maxCreates'), values.named('maxRequests')];
  throw new UsageError(`${names[0]} ${creates} is more than ${names[1]} ${requests}. Lower it.`);
}

/** What an earlier report found: it is known. */
export function baselineOf({ target, startedAt, findings }: Report): Baseline {
  return { target, startedAt, signatures: findings.map(({ signature }) => signature) };
}

/**
 * Patterns of requirement ids, separated by commas, with `*` for any letters; each must match a row of the ledger, or one of
 * the ids that were `added` to it.
 */
function readOnly({ text, from }: Given, added: readonly string[] = []): string {
  const ids = [...ledger.map(({ id }) => id), ...added];
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
  return text;
}

function near(pattern: string): string {
  const isSection = ledger.some(({ id }) => id.startsWith(`${pattern}.`));
  return advice(isSection ? [`'${pattern}.*'`] : similarIds(pattern.replaceAll('*', '')));
}
