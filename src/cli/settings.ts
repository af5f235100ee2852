import type { AddedChecks } from '../checks/custom-checks.ts';
import { type Configured, readConfigured } from '../config/file.ts';
import { quoted, UsageError } from '../config/messages.ts';
import { defaultOf } from '../config/option.ts';
import { type RunTable, runOptions } from '../config/options.ts';
import { baselineOf, type RunSettings, readingOnly, readSettings } from '../config/settings.ts';
import { readCertificates, readClientCertificate, readTarget } from '../config/target.ts';
import type { Flags, Given, OptionValues } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import type { Environment } from './environment.ts';
import { findKey, readPem, readReportFile, readWaiversFile } from './named-files.ts';
import { readReporters } from './reporting.ts';
import { idsOf } from './requirements.ts';

/** A given target, or the reference server, which is started for the run. */
type Target =
  | { readonly kind: 'given'; readonly baseUrl: string; readonly key: string }
  | { readonly kind: 'embedded'; readonly keyUnused: boolean; readonly because: string };

type Sources = Pick<Environment, 'env' | 'readFile' | 'keepSecret' | 'randomSeed'>;

const productionNote =
  'The target is marked as production: the run sends only GET requests and does not use up the quota (--allow-writes changes that).';

/** Reads and checks the options of a run. Sends and writes nothing. Throws a UsageError. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []) {
  const configured = readConfigured(flags, sources);
  const { values } = configured;
  const { target, ofTarget, notes } = targetOf(sources, configured);
  const isProduction = configured.target?.production === true && values.allowWrites === undefined;
  const key = target.kind === 'given' ? target.key : undefined;
  const { reporter, reports, baseline, description, waitFor, history } = values;
  const folder = reports?.value ?? defaultOf(runOptions.reports);
  const reporters = readReporters(reporter, folder, sources.env);
  const waivers = readWaiversFile(values.waivers?.value, sources, idsOf(added));
  const settings = readSettings(values, key, sources.randomSeed, idsOf(added));
  const { seed } = settings;
  const seedWord = String(values.seed?.value);
  const keepsExchanges = reporters.some((one) => typeof one !== 'function' && one.name === 'har');
  return {
    target,
    settings: {
      ...settings,
      ...(isProduction ? readingOnly : {}),
      ...ofTarget,
      ...definedOnly({
        waivers,
        baseline: baseline && baselineOf(readReportFile(baseline.value, sources)),
        keepExchanges: keepsExchanges || undefined,
      }),
    } satisfies RunSettings,
    /** The source of the interface description, and the seconds to wait for the target. */
    ...definedOnly({ description, waitForSeconds: waitFor?.value }),
    reporters,
    ...definedOnly({ history: history?.value, baseline: baseline?.value }),
    quiet: values.quiet !== undefined,
    verbose: values.verbose !== undefined,
    dryRun: values.dryRun !== undefined,
    /** Shown before the run. */
    notes: [
      ...notes,
      ...(Object.hasOwn(seedNames, seedWord)
        ? [`${seedNames[seedWord]}: ${seed}. Use --seed ${seed} to repeat this run.`]
        : []),
      ...(isProduction ? [productionNote] : []),
    ],
  };
}

const seedNames: Readonly<Record<string, string>> = { random: 'Random seed', date: 'Seed of the day' };

/** The options of a run, read and checked. */
export type RunOrder = ReturnType<typeof readRunOrder>;

interface Found {
  readonly target: Target;
  readonly ofTarget: Pick<
    RunSettings,
    'shortKey' | 'keyVariable' | 'keyFile' | 'namedTarget' | keyof ReturnType<typeof tlsOf>
  >;
  readonly notes: readonly string[];
}

function targetOf(sources: Sources, { values, target, choice }: Configured): Found {
  const keyInEnv = sources.env['PETSTORE_API_KEY'];
  if (keyInEnv !== undefined) sources.keepSecret(keyInEnv);
  const { baseUrl: base, referenceServer, apiKeyFile: keyFile } = values;
  rejectTwoTargets(values);
  if (base === undefined || referenceServer !== undefined) {
    if (referenceServer === undefined) rejectWithoutTarget(values, sources.env);
    rejectOptionsOfTarget(values);
    const notes =
      choice.length === 0 || referenceServer !== undefined
        ? []
        : [`Use --target to test ${choice.join(' or ')}.`];
    const because = referenceServer?.from ?? 'No --base-url';
    return { target: { kind: 'embedded', keyUnused: Boolean(keyInEnv), because }, ofTarget: {}, notes };
  }
  const variable = target?.keyVariable ?? 'PETSTORE_API_KEY';
  const found = findKey(keyFile, sources, variable);
  const givenKey = () => {
    if (found !== undefined) return { value: found.key, from: keyFile?.from ?? variable };
    throw new UsageError(
      `there is no API key.\nPut it in ${variable}, or in a file for --api-key-file FILE.`,
    );
  };
  const { baseUrl, key, ...strength } = readTarget(base, givenKey, values, sources.env);
  const namedTarget =
    target === undefined || base.value !== target['baseUrl']
      ? undefined
      : { name: target.name, ...definedOnly({ configFile: values.config?.value }) };
  return {
    target: { kind: 'given', baseUrl, key },
    ofTarget: {
      ...strength,
      ...definedOnly({ keyVariable: target?.keyVariable, keyFile: keyFile?.value, namedTarget }),
      ...tlsOf(baseUrl, values, sources),
    },
    notes: found?.note === undefined ? [] : [found.note],
  };
}

const passphraseVariable = 'PETSTORE_CERT_PASSPHRASE';

/** Reads the files for TLS with a target. */
function tlsOf(baseUrl: string, values: OptionValues<RunTable>, sources: Sources) {
  const { ca, cert, certKey } = values;
  const passphrase = sources.env[passphraseVariable] ?? '';
  if (passphrase !== '') sources.keepSecret(passphrase);
  const read = (file: Given | undefined) => file && readPem(file, sources);
  const authorities = read(ca);
  const tlsFiles = definedOnly({ ca: ca?.value, cert: cert?.value, certKey: certKey?.value });
  return {
    ...readClientCertificate(baseUrl, read(cert), read(certKey), {
      value: passphrase,
      from: passphraseVariable,
    }),
    ...definedOnly({
      ca: authorities && readCertificates(authorities.value, authorities.from),
      tlsFiles: Object.keys(tlsFiles).length === 0 ? undefined : tlsFiles,
    }),
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

/** Rejects a run without a target in CI, or with `--strict`: a pipeline must not pass because its base URL is missing. */
function rejectWithoutTarget(values: OptionValues<RunTable>, { CI = '' }: Sources['env']): void {
  if (!['', 'false'].includes(CI))
    throw new UsageError(
      `there is no target, and CI is set to ${quoted(CI)}.\nSet --base-url, PETSTORE_BASE_URL or --target. To test the kit's reference server, add --reference-server.`,
    );
  const strict = values.strict ?? values.strictSelection;
  if (strict !== undefined)
    throw new UsageError(
      `${strict.from} needs a target; without --base-url, the run would test the reference server.\nSet --base-url, PETSTORE_BASE_URL or --target, or remove ${strict.from}.`,
    );
}

/** Rejects options that make no sense without a target. They count only as flags, because variables may be meant for other runs. */
function rejectOptionsOfTarget(values: OptionValues<RunTable>): void {
  const { apiKeyFile, ca, cert, certKey, waitFor, header = [] } = values;
  const lone = [apiKeyFile, ca, cert, certKey, waitFor, header[0]].find((given) => given?.byFlag);
  if (lone === undefined) return;
  throw new UsageError(
    `${lone.from} needs --base-url.\nName the target, or remove ${lone.from} to test the reference server.`,
  );
}
