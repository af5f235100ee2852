import { existsSync, readFileSync, statSync } from 'node:fs';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { type RunTable, runOptions, usualAcceptedFile } from '../config/options.ts';
import { configFileWords, formerConfigFile } from '../config/removed.ts';
import { readSettings, type TlsContent } from '../config/settings.ts';
import { readTarget } from '../config/target.ts';
import { type Flags, type OptionValues, optionValues, type UserValue } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Environment } from './environment.ts';
import { findKey, readAcceptedNamed, readPem } from './named-files.ts';
import { idsOf } from './requirements.ts';

type Sources = Pick<Environment, 'env' | 'keepSecret' | 'stderr'>;

/** Reads and checks the options of a run. Sends and writes nothing. Throws a UsageError. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []) {
  if (existsSync(formerConfigFile)) throw new UsageError(configFileWords());
  const values = optionValues(runOptions, flags, sources.env);
  rejectTwoTargets(values);
  const { reporter, reports, accepted, description, referenceServer } = values;
  const found =
    values.baseUrl === undefined || referenceServer !== undefined
      ? undefined
      : givenTarget(values.baseUrl, values, sources);
  if (found === undefined) rejectWithoutTarget(values, sources.env);
  const custom = idsOf(added);
  const settings = readSettings(values, {
    ...(found ?? beforeStart),
    custom,
    accepted: accepted && readAcceptedNamed(accepted.value, custom, sources),
    acceptedFrom: accepted?.value,
  });
  const { seed } = settings;
  const seedName = seedNames[String(values.seed?.value)];
  return {
    settings,
    /** Set if the run starts the reference server: the reason, and whether PETSTORE_API_KEY is set but not used. */
    ...definedOnly({
      embedded:
        found === undefined
          ? {
              because: referenceServer?.from ?? 'No --base-url',
              keyUnused: Boolean(sources.env['PETSTORE_API_KEY']),
            }
          : undefined,
    }),
    /** The source of the interface description. */
    ...definedOnly({ description, reporter, accepted: accepted?.value }),
    reports: reports?.value ?? runOptions.reports.standard,
    quiet: values.quiet !== undefined,
    verbose: values.verbose !== undefined,
    dryRun: values.dryRun !== undefined,
    /** Notes that are shown before the run. */
    notes: [
      ...(seedName === undefined ? [] : [`${seedName}: ${seed}. Use --seed ${seed} to repeat this run.`]),
      ...(accepted === undefined ? unreadFiles() : []),
    ],
  };
}

/**
 * Returns notes on files with accepted failures in the working folder, because version 0.3.0 read its waivers without an
 * option.
 */
function unreadFiles(): string[] {
  return [usualAcceptedFile, 'petstore-conformance.waivers.json']
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
    .filter((name) => readFileSync(name, 'utf8').includes('"requirement"'))
    .map((name) => `${name} has no effect. To accept its failures, add --accepted ${name}.`);
}

/** The reference server has an address and a key only once it has started. */
const beforeStart = { baseUrl: 'http://127.0.0.1/v1', key: 'no key before the server starts' };

const seedNames: Readonly<Record<string, string | undefined>> = {
  random: 'Random seed',
  date: 'Seed of the day',
};

/** The options of a run, read and checked. */
export type RunOrder = ReturnType<typeof readRunOrder>;

/** Reads what belongs to a given target: its URL, its key and its certificates. */
function givenTarget(base: UserValue, values: OptionValues<RunTable>, sources: Sources) {
  const variable = 'PETSTORE_API_KEY';
  const { apiKeyFile: keyFile } = values;
  const key = findKey(keyFile, sources);
  const givenKey = () => {
    if (key !== undefined) return { value: key, from: keyFile?.from ?? variable };
    throw new UsageError(
      `there is no API key.\nPut it in ${variable}, or in a file for --api-key-file FILE.`,
    );
  };
  return {
    ...readTarget(base, givenKey, values, sources.env),
    ...definedOnly({ keyFile: keyFile?.value }),
    tls: tlsOf(values),
  };
}

/** Reads the files that TLS connections to a target need. */
function tlsOf({ ca, cert, certKey }: OptionValues<RunTable>): TlsContent {
  const read = (file: UserValue | undefined) => file && readPem(file);
  const files = definedOnly({ ca: ca?.value, cert: cert?.value, certKey: certKey?.value });
  return {
    ca: read(ca),
    cert: read(cert),
    certKey: read(certKey),
    files: Object.keys(files).length === 0 ? undefined : files,
  };
}

/** Rejects a target together with `--reference-server`. Only a flag counts, because a variable may be meant for other runs. */
function rejectTwoTargets(values: OptionValues<RunTable>): void {
  const target = values.baseUrl;
  if (values.referenceServer === undefined || target?.byFlag !== true) return;
  const option = values.referenceServer.from;
  throw new UsageError(
    `${target.from} and ${option} name two targets.\nRemove ${option} to test your server, or ${target.from} to test the reference server.`,
  );
}

/**
 * Rejects a run without a target in CI, or with `--strict`: a pipeline must not pass because its base URL is missing. Rejects
 * options that make no sense without a target, but only as flags, because variables may be meant for other runs.
 */
function rejectWithoutTarget(values: OptionValues<RunTable>, { CI = '' }: Sources['env']): void {
  const isAsked = values.referenceServer !== undefined;
  if (!isAsked && !['', 'false'].includes(CI))
    throw new UsageError(
      `there is no target, and CI is set to ${quoted(CI)}.\nSet --base-url or PETSTORE_BASE_URL. To test the kit's reference server, add --reference-server.`,
    );
  const { strict } = values;
  if (!isAsked && strict !== undefined)
    throw new UsageError(
      `${strict.from} needs a target; without --base-url, the run would test the reference server.\nSet --base-url or PETSTORE_BASE_URL, or remove ${strict.from}.`,
    );
  const { apiKeyFile, ca, cert, certKey, waitFor, header = [] } = values;
  const lone = [apiKeyFile, ca, cert, certKey, waitFor, header[0]].find((given) => given?.byFlag);
  if (lone !== undefined)
    throw new UsageError(
      `${lone.from} needs --base-url.\nName the target, or remove ${lone.from} to test the reference server.`,
    );
}
