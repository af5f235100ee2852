import type { AddedChecks } from '../checks/added-checks.ts';
import { BadChecks, readChecks, refuseTwice } from '../checks/added-checks.ts';
import { readTarget } from '../config/addresses.ts';
import { readDescription, readDescriptionText } from '../config/description.ts';
import { readCapped } from '../config/files.ts';
import { UsageError } from '../config/messages.ts';
import { checkKey, readCertificates } from '../config/secrets.ts';
import { baselineOf, readingOnly, readSettings, type Settings } from '../config/settings.ts';
import { drawSeed, type Given } from '../config/values.ts';
import { UnreadableFile } from '../files/unreadable.ts';
import { readReport } from '../report/read-report.ts';
import { readWaivers } from '../report/waivers.ts';
import { definedOnly } from '../text/defined-only.ts';
import { optionValuesOf, type RunOptions, typeName } from './options.ts';

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
  const base = required(values, 'baseUrl', 'the address of the service');
  const findKey = (): Given => {
    const key = required(values, 'key', 'the API key');
    checkKey(key.text, key.from);
    return key;
  };
  const target = readTarget(base, findKey, values, process.env);
  const added = readCustomChecks(options.checks);
  const own = added.flatMap(({ requirements }) => requirements.map(({ id }) => id));
  const ca = values.text('ca');
  const { waivers, baseline } = options;
  const waitForSeconds = values.value('waitFor');
  const settings = {
    ...target,
    ...readSettings(values, target.key, drawSeed, own),
    ...(values.on('readOnly') ? readingOnly : {}),
    ...definedOnly({
      ca: ca && readCertificates(ca.text, ca.from),
      waivers:
        waivers === undefined
          ? undefined
          : readAs({ formatVersion: 1, waivers }, 'options.waivers', (text) => readWaivers(text, own)),
      baseline:
        baseline === undefined ? undefined : baselineOf(readAs(baseline, 'options.baseline', readReport)),
    }),
  };
  return {
    settings: { ...settings, ...(await descriptionIn(options.description, settings)) },
    added,
    ...definedOnly({ waitForSeconds }),
  };
}

function required(values: ReturnType<typeof optionValuesOf>, name: 'baseUrl' | 'key', what: string): Given {
  const given = values.text(name);
  if (given === undefined) throw new UsageError(`${values.named(name)} is missing: ${what}.`);
  return given;
}

function readCustomChecks(checks: RunOptions['checks']): readonly AddedChecks[] {
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

/** What a reader makes of a document that is given as an object, and read as a text. */
function readAs<Document>(document: unknown, from: string, read: (text: string) => Document): Document {
  const text = jsonTextOf(document, from);
  try {
    return read(text);
  } catch (error) {
    throw asUsageError(error, UnreadableFile, `${from}: `);
  }
}

function jsonTextOf(document: unknown, from: string): string {
  try {
    return JSON.stringify(document);
  } catch {
    throw new UsageError(`${from} takes what can be written as JSON.`);
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
