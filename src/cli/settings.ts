import type { AddedChecks } from '../kit/added-checks.ts';
import { readBaseUrl } from '../options/base-url.ts';
import { baselineOf } from '../options/baseline.ts';
import { readKeyStrength, refuseKeyInAddress } from '../options/bearer-key.ts';
import { type Given, type OptionValues, read } from '../options/given.ts';
import { checkProxies } from '../options/proxies.ts';
import { type RunSettings, readingOnly, readRunSettings } from '../options/run-settings.ts';
import { UsageError } from '../options/usage-error.ts';
import { readWaitFor } from '../options/wait-for.ts';
import { readCertificateFile } from './certificate-file.ts';
import { idsOf } from './check-files.ts';
import { type Configured, readConfigFile } from './config-file.ts';
import { findKey } from './key.ts';
import { type Flags, optionValues } from './option-values.ts';
import { readReportFile } from './read-report-file.ts';
import { type AskedReporter, readReporters } from './reporters.ts';
import type { Surroundings } from './surroundings.ts';
import { readWaiversFile } from './waivers-file.ts';

/** What is to be tested: a service, or the reference server, which is then started for this run. */
type Target =
  | {
      readonly kind: 'given';
      readonly baseUrl: string;
      readonly key: string;
      /** The variable that holds the key, where the configuration names another than PETSTORE_API_KEY. */
      readonly keyVariable?: string;
      /** Whether the key is short or common, and that is allowed. */
      readonly shortKey?: true;
      /** The name of the target, where its address comes from the configuration file. */
      readonly named?: NonNullable<RunSettings['namedTarget']>;
    }
  | { readonly kind: 'embedded'; readonly keyUnused: boolean };

/** A `run` command, understood and checked. */
export interface RunOrder {
  readonly target: Target;
  readonly settings: RunSettings;
  /** The interface description, which is yet to be read. */
  readonly description?: Given;
  readonly reporters: readonly AskedReporter[];
  readonly quiet: boolean;
  /** So many seconds the service may take until it answers at all. */
  readonly waitForSeconds?: number;
  /** Whether the plan alone is asked for. */
  readonly dryRun: boolean;
  /** What the user should be told before the run. */
  readonly notes: readonly string[];
}

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret' | 'randomSeed'>;

/** Flags and variables to the settings of a run, with what `--check` added. Throws a UsageError; sends and writes nothing. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []): RunOrder {
  const configured = readConfigFile(optionValues(flags, sources.env), sources);
  const values = optionValues(flags, sources.env, configured.fromFile);
  const { target, notes } = readTarget(values, sources, configured);
  const production = configured.target?.production === true && !values.on('allow-writes');
  const ca = values.text('ca');
  const { key, keyVariable, shortKey, named } = target.kind === 'given' ? target : {};
  const folder = values.text('reports')?.text ?? 'reports';
  const reporters = readReporters(values.text('reporter'), folder, sources.env);
  const waivers = readWaiversFile(values.text('waivers')?.text, sources, idsOf(added));
  const baseline = values.text('baseline');
  const description = values.text('description');
  const waitFor = read(values.text('wait-for'), readWaitFor);
  const settings = readRunSettings(values, key, sources.randomSeed, idsOf(added));
  return {
    target,
    settings: {
      ...settings,
      ...(production ? readingOnly : {}),
      ...(keyVariable === undefined ? {} : { keyVariable }),
      ...(shortKey === undefined ? {} : { shortKey }),
      ...(named === undefined ? {} : { namedTarget: named }),
      ...(ca === undefined ? {} : { ca: readCertificateFile(ca, sources) }),
      ...(waivers === undefined ? {} : { waivers }),
      ...(baseline === undefined ? {} : { baseline: baselineOf(readReportFile(baseline.text, sources)) }),
      ...(reporters.some((one) => !('module' in one) && one.name === 'har') ? { keepExchanges: true } : {}),
    },
    ...(description === undefined ? {} : { description }),
    reporters,
    ...(waitFor === undefined ? {} : { waitForSeconds: waitFor }),
    quiet: values.on('quiet'),
    dryRun: values.on('dry-run'),
    notes: [...notes, ...seedNotes(values, settings), ...(production ? [productionNote] : [])],
  };
}

function seedNotes(values: OptionValues, { seed }: RunSettings): readonly string[] {
  if (values.text('seed')?.text !== 'random') return [];
  return [`The seed that was drawn is ${seed}; --seed ${seed} repeats this run.`];
}

const productionNote =
  'The target is marked as production: it gets GETs alone, and its limit is not used up (--allow-writes changes that).';

function readTarget(
  values: OptionValues,
  sources: Sources,
  { target, choice }: Configured,
): { target: Target; notes: readonly string[] } {
  const keyInEnv = sources.env['PETSTORE_API_KEY'];
  if (keyInEnv !== undefined) sources.keepSecret(keyInEnv);
  const base = values.text('base-url');
  if (base === undefined) {
    refuseWithoutTarget(values);
    const notes = choice.length === 0 ? [] : [`--target chooses one of ${choice.join(', ')}.`];
    return { target: { kind: 'embedded', keyUnused: Boolean(keyInEnv) }, notes };
  }
  const variable = target?.keyVariable ?? 'PETSTORE_API_KEY';
  const found = findKey(values, 'api-key-file', sources, variable);
  const notes = found?.note === undefined ? [] : [found.note];
  const baseUrl = readBaseUrl(base, values.on('allow-http'));
  checkProxies(baseUrl, sources.env);
  if (found === undefined) {
    throw new UsageError(
      `no API key was given.\nPut it in ${variable}, or in a file named by --api-key-file FILE.`,
    );
  }
  refuseKeyInAddress(baseUrl, found.key, base.from);
  const from = values.text('api-key-file')?.from ?? variable;
  const strength = readKeyStrength(found.key, from, values.on('allow-short-key'), '--allow-short-key');
  const configFile = values.text('config')?.text;
  const isNamed = target !== undefined && base.text === target.options['baseUrl'];
  return {
    target: {
      ...{ kind: 'given', baseUrl, key: found.key, ...strength },
      ...(target?.keyVariable === undefined ? {} : { keyVariable: target.keyVariable }),
      ...(isNamed
        ? { named: { name: target.name, ...(configFile === undefined ? {} : { configFile }) } }
        : {}),
    },
    notes,
  };
}

/**
 * Options that speak of a target contradict a run without one; as variables they may be meant for other runs. A
 * gate that says `--strict` must not be green because its address was forgotten, wherever that is said.
 */
function refuseWithoutTarget(values: OptionValues): void {
  if (values.on('strict'))
    throw new UsageError(
      '--strict was given, but no --base-url: the reference server would be tested, and no service.\nSay which service is meant (--base-url, PETSTORE_BASE_URL or --target), or leave --strict out.',
    );
  const aboutTarget = [
    values.text('api-key-file'),
    values.text('ca'),
    values.text('wait-for'),
    values.list('header')[0],
  ];
  const lone = aboutTarget.find((given) => given?.byFlag);
  if (lone === undefined) return;
  throw new UsageError(
    `${lone.from} was given, but no --base-url.\nSay which service is meant, or leave it out to test the reference server.`,
  );
}
