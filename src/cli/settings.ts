import type { AddedChecks } from '../checks/custom-checks.ts';
import { type Configured, readConfigured } from '../config/file.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { defaultOf } from '../config/option.ts';
import { type RunTable, runOptions } from '../config/options.ts';
import { readSettings, type TlsContent } from '../config/settings.ts';
import { readTarget } from '../config/target.ts';
import type { Flags, OptionValues, UserValue } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Environment } from './environment.ts';
import { findKey, readPem, readReportFile, readWaiversFile } from './named-files.ts';
import { idsOf } from './requirements.ts';

type Sources = Pick<Environment, 'env' | 'keepSecret'>;

const productionNote =
  'The target is marked as production: the run sends only GET requests and does not use up the quota (--allow-writes changes that).';

/** Reads and checks the options of a run. Sends and writes nothing. Throws a UsageError. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []) {
  const { values, target: named, choice } = readConfigured(flags, sources.env);
  rejectTwoTargets(values);
  const { reporter, reports, baseline, description, history, referenceServer } = values;
  const found =
    values.baseUrl === undefined || referenceServer !== undefined
      ? undefined
      : givenTarget(values.baseUrl, named, values, sources);
  if (found === undefined) rejectWithoutTarget(values, sources.env);
  const isProduction = found !== undefined && named?.production === true && values.allowWrites === undefined;
  const custom = idsOf(added);
  const settings = readSettings(values, {
    ...(found ?? beforeStart),
    custom,
    isReadOnly: isProduction,
    waivers: readWaiversFile(values.waivers?.value, custom),
    baseline: baseline && readReportFile(baseline.value),
  });
  const { seed } = settings;
  const seedName = seedNames[String(values.seed?.value)];
  return {
    settings,
    /** Set if the run starts the reference server: why, and whether there is a key that it does not use. */
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
    ...definedOnly({ description, reporter, history: history?.value, baseline: baseline?.value }),
    reports: reports?.value ?? defaultOf(runOptions.reports),
    quiet: values.quiet !== undefined,
    verbose: values.verbose !== undefined,
    dryRun: values.dryRun !== undefined,
    /** Shown before the run. */
    notes: [
      ...(found === undefined && referenceServer === undefined && choice.length > 0
        ? [`Use --target to test ${choice.join(' or ')}.`]
        : []),
      ...(seedName === undefined ? [] : [`${seedName}: ${seed}. Use --seed ${seed} to repeat this run.`]),
      ...(isProduction ? [productionNote] : []),
    ],
  };
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
function givenTarget(
  base: UserValue,
  named: Configured['target'],
  values: OptionValues<RunTable>,
  sources: Sources,
) {
  const variable = named?.keyVariable ?? 'PETSTORE_API_KEY';
  const { apiKeyFile: keyFile, config } = values;
  const key = findKey(keyFile, sources, variable);
  const givenKey = () => {
    if (key !== undefined) return { value: key, from: keyFile?.from ?? variable };
    throw new UsageError(
      `there is no API key.\nPut it in ${variable}, or in a file for --api-key-file FILE.`,
    );
  };
  const namedTarget =
    named === undefined || base.value !== named['baseUrl']
      ? undefined
      : { name: named.name, ...definedOnly({ configFile: config?.value }) };
  return {
    ...readTarget(base, givenKey, values, sources.env),
    ...definedOnly({ keyVariable: named?.keyVariable, keyFile: keyFile?.value, namedTarget }),
    tls: tlsOf(values, sources),
  };
}

const passphraseVariable = 'PETSTORE_CERT_PASSPHRASE';

/** Reads the files for TLS with a target. */
function tlsOf({ ca, cert, certKey }: OptionValues<RunTable>, sources: Sources): TlsContent {
  const passphrase = sources.env[passphraseVariable] ?? '';
  if (passphrase !== '') sources.keepSecret(passphrase);
  const read = (file: UserValue | undefined) => file && readPem(file);
  const files = definedOnly({ ca: ca?.value, cert: cert?.value, certKey: certKey?.value });
  return {
    ca: read(ca),
    cert: read(cert),
    certKey: read(certKey),
    passphrase: { value: passphrase, from: passphraseVariable },
    files: Object.keys(files).length === 0 ? undefined : files,
  };
}

/** Rejects a target next to `--reference-server`. It counts only as a flag, because a variable may be meant for other runs. */
function rejectTwoTargets(values: OptionValues<RunTable>): void {
  const target = values.target ?? values.baseUrl;
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
      `there is no target, and CI is set to ${quoted(CI)}.\nSet --base-url, PETSTORE_BASE_URL or --target. To test the kit's reference server, add --reference-server.`,
    );
  const strict = values.strict ?? values.strictSelection;
  if (!isAsked && strict !== undefined)
    throw new UsageError(
      `${strict.from} needs a target; without --base-url, the run would test the reference server.\nSet --base-url, PETSTORE_BASE_URL or --target, or remove ${strict.from}.`,
    );
  const { apiKeyFile, ca, cert, certKey, waitFor, header = [] } = values;
  const lone = [apiKeyFile, ca, cert, certKey, waitFor, header[0]].find((given) => given?.byFlag);
  if (lone !== undefined)
    throw new UsageError(
      `${lone.from} needs --base-url.\nName the target, or remove ${lone.from} to test the reference server.`,
    );
}
