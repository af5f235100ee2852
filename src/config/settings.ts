import type { KnownBody } from '../exchange/body-digest.ts';
import type { ClientCertificate } from '../http/dispatcher.ts';
import type { AcceptedFailure, TlsFiles } from '../report/model/report.ts';
import { matchesOnly, requirementIds } from '../spec/catalog.ts';
import { definedOnly } from '../text/defined-only.ts';
import { dayOf } from '../text/layout.ts';
import { advice, nearest } from '../text/similar.ts';
import { quoted, UsageError } from './messages.ts';
import { type OptionRow, type Profile, type Rows, settingOf, standardOf } from './option.ts';
import { type OptionSettings, type RunTable, readingOnly, settingOptions } from './options.ts';
import { readCertificates, readClientCertificate, readHeaders, type Sourced } from './target.ts';
import { generateSeed, type OptionValues, type UserValue } from './values.ts';

/** An OpenAPI 3.0 or 3.1 description of the server. */
export interface InterfaceDescription {
  /** The file or URL of the description, without a query. */
  readonly from: string;
  /** The whole description in one document. */
  readonly document: unknown;
}

/** The settings of a run: options, target, and the content of files. Seconds may have decimals. */
export type Settings = OptionSettings & {
  /** The base URL, without a trailing slash, user info, query or fragment. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether the user allowed a key that is short or a word of the specification. */
  readonly shortKey?: boolean;
  /** The file that the key was read from, if not from a variable. */
  readonly keyFile?: string;
  readonly headers: readonly (readonly [string, string])[];
  /** How long to wait until the target responds. */
  readonly waitForSeconds?: number;
  /** Additional CA certificates to trust (PEM). */
  readonly ca?: string;
  readonly clientCertificate?: ClientCertificate;
  /** The private key, both as the user gave it and as it is used. No report may contain it. */
  readonly privateKeys?: readonly string[];
  /** The files of certificates and the private key, for commands in reports. */
  readonly tlsFiles?: TlsFiles;
  readonly description?: InterfaceDescription;
  /** Failures that do not fail the run, and the file that they come from. */
  readonly accepted?: readonly AcceptedFailure[];
  readonly acceptedFrom?: string;
  /** Bodies that a replay sends again. */
  readonly againBodies?: readonly KnownBody[];
  /** Labels for the run: names and values that the user chose. */
  readonly labels?: Readonly<Record<string, string>>;
};

/** How to connect to the target. */
export type Reach = Pick<Settings, 'baseUrl' | 'timeoutSeconds' | 'ca' | 'clientCertificate'>;

/** Returns the settings of a run that has no options, or only a profile. */
export function defaultSettings(profile: Profile = 'standard'): OptionSettings {
  return settingsBy((name, row) => (name === 'profile' ? profile : standardOf(row, profile)));
}

function settingsBy(take: (name: keyof RunTable, row: OptionRow) => unknown): OptionSettings {
  const all = Object.entries(settingOptions).map(
    ([name, row]) => [settingOf(name, row), take(name as keyof RunTable, row)] as const,
  );
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as OptionSettings;
}

/** Returns those of a run's settings that come from options. The report contains them. */
export function optionSettingsOf(settings: OptionSettings): OptionSettings {
  const values: Readonly<Record<string, unknown>> = settings;
  return settingsBy((name, row) => values[settingOf(name, row)]);
}

/** What a run gets in addition to the values of its options: the target, and the content that options name. */
export interface Inputs extends Pick<Settings, Copied> {
  /** Ids of custom requirements, which `--only` may name, too. */
  readonly custom: readonly string[];
  readonly tls?: TlsContent;
  readonly accepted?: readonly AcceptedFailure[] | undefined;
  /** The file that the accepted failures come from. */
  readonly acceptedFrom?: string | undefined;
}

/** Settings that are copied unchanged. */
type Copied = 'baseUrl' | 'key' | 'shortKey' | 'keyFile';

/** The content of PEM files. */
export interface TlsContent extends Partial<Record<'ca' | 'cert' | 'certKey', Sourced | undefined>> {
  /** The paths of the files, if the content is from files. */
  readonly files?: TlsFiles | undefined;
}

/**
 * Reads the settings of a run or a replay, from the command or the library, with the defaults of the profile. Rejects extra
 * headers that contain the key. Throws a UsageError.
 */
export function readSettings(values: OptionValues<RunTable>, inputs: Inputs): Settings {
  const { maxRequests, maxCreates, seed, only, profile, waitFor, header = [], label = [] } = values;
  const { custom, tls, ...given } = inputs;
  if (maxRequests !== undefined && maxCreates !== undefined && maxCreates.value > maxRequests.value)
    throw new UsageError(
      `${maxCreates.from} ${maxCreates.value} is more than ${maxRequests.from} ${maxRequests.value}. Lower it.`,
    );
  if (only !== undefined) checkOnly(only, custom);
  return {
    ...defaultSettings(profile?.value),
    ...settingsBy((name) => (values as OptionValues<Rows>)[name]?.value),
    ...(seed?.value === 'random' ? { seed: generateSeed() } : {}),
    ...(seed?.value === 'date' ? { seed: seedOfDay() } : {}),
    ...(values.readOnly?.value === true ? readingOnly : {}),
    ...definedOnly(given),
    headers: readHeaders(header, given.key),
    ...(tls === undefined ? {} : readTls(given.baseUrl, tls)),
    ...definedOnly({ labels: readLabels(label), waitForSeconds: waitFor?.value }),
  };
}

function readTls(baseUrl: string, { ca, cert, certKey, files }: TlsContent) {
  return {
    ...readClientCertificate(baseUrl, cert, certKey),
    ...definedOnly({ ca: ca && readCertificates(ca.value, ca.from), tlsFiles: files }),
  };
}

/** Returns today's date in UTC as a number, such as 20261122. It stays the same all day, so that a run can be repeated. */
function seedOfDay(): number {
  return Number(dayOf(new Date()).replaceAll('-', ''));
}

/** Reads NAME=VALUE labels. Throws a UsageError. */
function readLabels(given: readonly UserValue[]): Readonly<Record<string, string>> | undefined {
  const labels = new Map<string, string>();
  for (const { value: text, from } of given) {
    const [, name, value] = /^([A-Za-z][\w.-]{0,49})=(.{1,200})$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`${from} must be NAME=VALUE, such as build=1.4.2, not ${quoted(text)}.`);
    if (labels.has(name)) throw new UsageError(`${from}: the label ${name} was given twice. Use it once.`);
    labels.set(name, value);
  }
  return labels.size === 0 ? undefined : Object.fromEntries(labels);
}

/** Returns the bodies that a run sends whatever its seed is. If they were not sent, a failure could look fixed. */
export function knownBodies({ accepted = [], againBodies = [] }: Settings): readonly KnownBody[] {
  const bodies = accepted.flatMap(({ body: { class: id, base64 = '' } = {} }) =>
    id === undefined ? [] : [{ class: id, base64 }],
  );
  return [...againBodies, ...bodies];
}

/** The maximum number of requests that look for smaller failing bodies. */
const mostToShrink = 20;

/** Returns how many requests may look for smaller failing bodies. A replay needs none: its bodies are already small. */
export function shrinkRequestsOf({ againBodies }: Pick<Settings, 'againBodies'>): number {
  return againBodies === undefined ? mostToShrink : 0;
}

/**
 * Returns how many categories are reserved for the search for smaller bodies, in case the target accepts all of them. The
 * reserve ends with the search. A gentle run has no categories to spare.
 */
export function shrinkCreatesOf(settings: Pick<Settings, 'againBodies' | 'maxCreates'>): number {
  const { maxCreates } = settings;
  return maxCreates < 8 || shrinkRequestsOf(settings) === 0 ? 0 : Math.min(10, Math.floor(maxCreates / 4));
}

/** Rejects a pattern of `--only` that matches no requirement. */
function checkOnly({ value, from }: UserValue, added: readonly string[]): void {
  const ids = [...requirementIds, ...added];
  for (const pattern of value.split(',').map((part) => part.trim())) {
    if (ids.some((id) => matchesOnly(id, pattern))) continue;
    throw new UsageError(
      `${from}: no requirement matches ${quoted(pattern)}.${near(pattern)}\nGive ids, or patterns such as 'auth.*'; npx petstore-conformance list shows all of them.`,
    );
  }
}

/** Suggests a section if the pattern names only a section, and ids otherwise. */
function near(pattern: string): string {
  const [section = '', name = ''] = pattern.replaceAll('*', '').split('.');
  const sections = [...new Set(requirementIds.map((id) => id.split('.')[0] ?? ''))];
  const patterns = nearest(section, sections, 1).map((one) => `'${one}.*'`);
  const ids = nearest(pattern.replaceAll('*', ''), requirementIds, 3);
  const [first, others] = name === '' ? [patterns, ids] : [ids, patterns];
  return advice(first.length > 0 ? first : others);
}
