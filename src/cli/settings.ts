import type { AddedChecks } from '../checks/custom-checks.ts';
import { type Configured, readConfigured } from '../config/file.ts';
import { quoted, UsageError } from '../config/messages.ts';
import type { RunTable } from '../config/options.ts';
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
  const isProduction = configured.target?.production === true && !values.on('allowWrites');
  const key = target.kind === 'given' ? target.key : undefined;
  const reporters = readReporters(values.text('reporter'), values.valueOrDefault('reports'), sources.env);
  const waivers = readWaiversFile(values.text('waivers')?.text, sources, idsOf(added));
  const baseline = values.text('baseline');
  const settings = readSettings(values, key, sources.randomSeed, idsOf(added));
  const { seed } = settings;
  const seedWord = values.text('seed')?.text ?? '';
  const keepsExchanges = reporters.some((one) => typeof one !== 'function' && one.name === 'har');
  return {
    target,
    settings: {
      ...settings,
      ...(isProduction ? readingOnly : {}),
      ...ofTarget,
      ...definedOnly({
        waivers,
        baseline: baseline && baselineOf(readReportFile(baseline.text, sources)),
        keepExchanges: keepsExchanges || undefined,
      }),
    } satisfies RunSettings,
    /** The source of the interface description, and the seconds to wait for the target. */
    ...definedOnly({ description: values.text('description'), waitForSeconds: values.value('waitFor') }),
    reporters,
    ...definedOnly({ history: values.text('history')?.text, baseline: baseline?.text }),
    quiet: values.on('quiet'),
    verbose: values.on('verbose'),
    dryRun: values.on('dryRun'),
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
  const base = values.text('baseUrl');
  rejectTwoTargets(values);
  if (base === undefined || values.on('referenceServer')) {
    if (!values.on('referenceServer')) rejectWithoutTarget(values, sources.env);
    rejectOptionsOfTarget(values);
    const notes =
      choice.length === 0 || values.on('referenceServer')
        ? []
        : [`Use --target to test ${choice.join(' or ')}.`];
    const because = values.on('referenceServer') ? values.named('referenceServer') : 'No --base-url';
    return { target: { kind: 'embedded', keyUnused: Boolean(keyInEnv), because }, ofTarget: {}, notes };
  }
  const variable = target?.keyVariable ?? 'PETSTORE_API_KEY';
  const keyFile = values.text('apiKeyFile');
  const found = findKey(keyFile, sources, variable);
  const givenKey = () => {
    if (found !== undefined) return { text: found.key, from: keyFile?.from ?? variable };
    throw new UsageError(
      `there is no API key.\nPut it in ${variable}, or in a file for --api-key-file FILE.`,
    );
  };
  const { baseUrl, key, ...strength } = readTarget(base, givenKey, values, sources.env);
  const namedTarget =
    target === undefined || base.text !== target['baseUrl']
      ? undefined
      : { name: target.name, ...definedOnly({ configFile: values.text('config')?.text }) };
  return {
    target: { kind: 'given', baseUrl, key },
    ofTarget: {
      ...strength,
      ...definedOnly({ keyVariable: target?.keyVariable, keyFile: keyFile?.text, namedTarget }),
      ...tlsOf(baseUrl, values, sources),
    },
    notes: found?.note === undefined ? [] : [found.note],
  };
}

const passphraseVariable = 'PETSTORE_CERT_PASSPHRASE';

/** Reads the files for TLS with a target. */
function tlsOf(baseUrl: string, values: OptionValues<RunTable>, sources: Sources) {
  const [ca, cert, certKey] = (['ca', 'cert', 'certKey'] as const).map((name) => values.text(name));
  const passphrase = sources.env[passphraseVariable] ?? '';
  if (passphrase !== '') sources.keepSecret(passphrase);
  const read = (file: Given | undefined) => file && readPem(file, sources);
  const authorities = read(ca);
  const tlsFiles = definedOnly({ ca: ca?.text, cert: cert?.text, certKey: certKey?.text });
  return {
    ...readClientCertificate(baseUrl, read(cert), read(certKey), {
      text: passphrase,
      from: passphraseVariable,
    }),
    ...definedOnly({
      ca: authorities && readCertificates(authorities.text, authorities.from),
      tlsFiles: Object.keys(tlsFiles).length === 0 ? undefined : tlsFiles,
    }),
  };
}

/** Rejects a target next to `--reference-server`. It counts only as a flag, because a variable may be meant for other runs. */
function rejectTwoTargets(values: OptionValues<RunTable>): void {
  const target = values.text('target') ?? values.text('baseUrl');
  if (!values.on('referenceServer') || target?.byFlag !== true) return;
  const option = values.named('referenceServer');
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
  for (const name of ['strict', 'strictSelection'] as const)
    if (values.on(name))
      throw new UsageError(
        `${values.named(name)} needs a target; without --base-url, the run would test the reference server.\nSet --base-url, PETSTORE_BASE_URL or --target, or remove ${values.named(name)}.`,
      );
}

/** Rejects options that make no sense without a target. They count only as flags, because variables may be meant for other runs. */
function rejectOptionsOfTarget(values: OptionValues<RunTable>): void {
  const texts = (['apiKeyFile', 'ca', 'cert', 'certKey', 'waitFor'] as const).map((name) =>
    values.text(name),
  );
  const lone = [...texts, values.list('header')[0]].find((given) => given?.byFlag);
  if (lone === undefined) return;
  throw new UsageError(
    `${lone.from} needs --base-url.\nName the target, or remove ${lone.from} to test the reference server.`,
  );
}
