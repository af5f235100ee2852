import type { AddedChecks } from '../kit/added-checks.ts';
import type { Report } from '../model/report.ts';
import type { Settings } from '../model/settings.ts';
import type { Waiver } from '../model/waiver.ts';
import { readBaseUrl } from '../options/base-url.ts';
import { baselineOf } from '../options/baseline.ts';
import { checkKey, readKeyStrength, refuseKeyInAddress } from '../options/bearer-key.ts';
import { readCertificates } from '../options/certificate.ts';
import { readDescription, readDescriptionText } from '../options/description.ts';
import { type Given, type OptionValues, read } from '../options/given.ts';
import { checkProxies } from '../options/proxies.ts';
import { readCapped } from '../options/read-file.ts';
import { readingOnly, readRunSettings } from '../options/run-settings.ts';
import { drawSeed } from '../options/seed.ts';
import { UsageError } from '../options/usage-error.ts';
import { readWaitFor } from '../options/wait-for.ts';
import { BadChecks } from '../own/bad-checks.ts';
import { readChecks, refuseTwice } from '../own/read-checks.ts';
import { readReport, UnreadableReport } from '../report/read-report.ts';
import { readWaivers, UnreadableWaivers } from '../waivers/read.ts';
import { optionValuesOf, typeName } from './option-values.ts';
import type { RunOptions } from './run-options.ts';

/** What `run` was asked for, understood and checked. */
export interface RunOrder {
  readonly settings: Settings;
  readonly added: readonly AddedChecks[];
  /** So many seconds the service may take until it answers at all. */
  readonly waitForSeconds?: number;
}

/** Options of the library to the settings of a run. Sends nothing, but for a description at an address. Rejects with a UsageError. */
export async function readOptions(options: RunOptions): Promise<RunOrder> {
  const values = optionValuesOf(options);
  const target = readTarget(values);
  const { key } = target;
  const added = readOwnChecks(options.checks);
  const own = added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const ca = read(values.text('ca'), ({ text, from }) => readCertificates(text, from));
  const waivers = read(documentIn(options, 'waivers'), (given) => waiversIn(given, own));
  const baseline = read(documentIn(options, 'baseline'), reportIn);
  const waitForSeconds = read(values.text('wait-for'), readWaitFor);
  const settings = {
    ...target,
    ...readRunSettings(values, key, drawSeed, own),
    ...(values.on('read-only') ? readingOnly : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(waivers === undefined ? {} : { waivers }),
    ...(baseline === undefined ? {} : { baseline: baselineOf(baseline) }),
    ...(values.on('keep-exchanges') ? { keepExchanges: true } : {}),
  };
  return {
    settings: { ...settings, ...(await descriptionIn(options.description, settings)) },
    added,
    ...(waitForSeconds === undefined ? {} : { waitForSeconds }),
  };
}

function readTarget(values: OptionValues): Pick<Settings, 'baseUrl' | 'key' | 'shortKey'> {
  const base = required(values, 'base-url', 'the address of the service');
  const { text: key, from } = required(values, 'key', 'the API key');
  checkKey(key, from);
  const baseUrl = readBaseUrl(base, values.on('allow-http'), `${values.named('allow-http')}: true`);
  checkProxies(baseUrl, process.env);
  refuseKeyInAddress(baseUrl, key, base.from);
  const howToAllow = `${values.named('allow-short-key')}: true`;
  return { baseUrl, key, ...readKeyStrength(key, from, values.on('allow-short-key'), howToAllow) };
}

function required(values: OptionValues, flag: string, what: string): Given {
  const given = values.text(flag);
  if (given === undefined) throw new UsageError(`${values.named(flag)} is missing: ${what}.`);
  return given;
}

function readOwnChecks(checks: RunOptions['checks']): readonly AddedChecks[] {
  if (checks === undefined) return [];
  if (!Array.isArray(checks))
    throw new UsageError(
      `options.checks takes an array of what defineChecks makes, not ${typeName(checks)}.`,
    );
  try {
    const added = checks.map((one, index) => readChecks(one, { from: `options.checks[${index}]` }));
    refuseTwice(added);
    return added;
  } catch (error) {
    throw asUsageError(error, BadChecks, '');
  }
}

/** A document that is given as an object, in the text that its reader takes. */
function documentIn(options: RunOptions, name: 'waivers' | 'baseline'): Given | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  const document: unknown = name === 'waivers' ? { formatVersion: 1, waivers: value } : value;
  return { text: jsonTextOf(document, `options.${name}`), from: `options.${name}`, byFlag: true };
}

function jsonTextOf(document: unknown, from: string): string {
  try {
    return JSON.stringify(document);
  } catch {
    throw new UsageError(`${from} takes what can be written as JSON.`);
  }
}

function waiversIn({ text, from }: Given, own: readonly string[]): readonly Waiver[] {
  try {
    return readWaivers(text, own);
  } catch (error) {
    throw asUsageError(error, UnreadableWaivers, `${from}: `);
  }
}

function reportIn({ text, from }: Given): Report {
  try {
    return readReport(text);
  } catch (error) {
    throw asUsageError(error, UnreadableReport, `${from}: `);
  }
}

/** What readers of documents throw, as an error of the options; anything else stays what it is. */
function asUsageError(error: unknown, kind: new (message: string) => Error, lead: string): unknown {
  if (!(error instanceof kind)) return error;
  return new UsageError(`${lead}${error.message}${/[.?]$/.test(error.message) ? '' : '.'}`);
}

/** A path or an address is read as the command reads it; an object is the document itself. */
async function descriptionIn(
  value: RunOptions['description'],
  reach: Pick<Settings, 'timeoutSeconds' | 'ca'>,
): Promise<Pick<Settings, 'description'>> {
  const from = 'options.description';
  if (value === undefined) return {};
  if (typeof value === 'string' || value instanceof URL) {
    const given = { text: String(value), from, byFlag: true };
    return readDescription(given, reach, { readFile: readCapped });
  }
  if (typeof value !== 'object' || value === null)
    throw new UsageError(`${from} takes a path, an address or the document, not ${typeName(value)}.`);
  return readDescriptionText(jsonTextOf(value, from), from);
}
