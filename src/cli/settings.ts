import type { AddedChecks } from '../checks/added-checks.ts';
import { readTarget } from '../config/addresses.ts';
import { type Configured, readConfigured } from '../config/file.ts';
import { UsageError } from '../config/messages.ts';
import type { RunTable } from '../config/options.ts';
import { baselineOf, type RunSettings, readingOnly, readSettings } from '../config/settings.ts';
import type { Flags, Given, OptionValues } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { findKey, readCertificateFile, readReportFile, readWaiversFile } from './named-files.ts';
import { type AskedReporter, readReporters } from './reporting.ts';
import { idsOf } from './requirements.ts';
import type { Surroundings } from './surroundings.ts';

/** What is to be tested: a service, or the reference server, which is then started for this run. */
type Target =
  | { readonly kind: 'given'; readonly baseUrl: string; readonly key: string }
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

const productionNote =
  'The target is marked as production: it gets GETs alone, and its limit is not used up (--allow-writes changes that).';

/** Flags and variables to the settings of a run, with what `--check` added. Throws a UsageError; sends and writes nothing. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []): RunOrder {
  const configured = readConfigured(flags, sources);
  const { values } = configured;
  const { target, ofTarget, notes } = targetOf(sources, configured);
  const isProduction = configured.target?.production === true && !values.on('allowWrites');
  const ca = values.text('ca');
  const key = target.kind === 'given' ? target.key : undefined;
  const reporters = readReporters(values.text('reporter'), values.valueOrDefault('reports'), sources.env);
  const waivers = readWaiversFile(values.text('waivers')?.text, sources, idsOf(added));
  const baseline = values.text('baseline');
  const description = values.text('description');
  const settings = readSettings(values, key, sources.randomSeed, idsOf(added));
  const { seed } = settings;
  const isDrawn = values.text('seed')?.text === 'random';
  return {
    target,
    settings: {
      ...settings,
      ...(isProduction ? readingOnly : {}),
      ...ofTarget,
      ...definedOnly({
        waivers,
        ca: ca && readCertificateFile(ca, sources),
        baseline: baseline && baselineOf(readReportFile(baseline.text, sources)),
      }),
      ...(reporters.some((one) => typeof one !== 'function' && one.name === 'har')
        ? { keepExchanges: true }
        : {}),
    },
    ...definedOnly({ description, waitForSeconds: values.value('waitFor') }),
    reporters,
    quiet: values.on('quiet'),
    dryRun: values.on('dryRun'),
    notes: [
      ...notes,
      ...(isDrawn ? [`The seed that was drawn is ${seed}; --seed ${seed} repeats this run.`] : []),
      ...(isProduction ? [productionNote] : []),
    ],
  };
}

interface Found {
  readonly target: Target;
  /** What the settings say of it beside its address and its key. */
  readonly ofTarget: Pick<RunSettings, 'shortKey' | 'keyVariable' | 'namedTarget'>;
  readonly notes: readonly string[];
}

function targetOf(sources: Sources, { values, target, choice }: Configured): Found {
  const keyInEnv = sources.env['PETSTORE_API_KEY'];
  if (keyInEnv !== undefined) sources.keepSecret(keyInEnv);
  const base = values.text('baseUrl');
  if (base === undefined) {
    refuseWithoutTarget(values);
    const notes = choice.length === 0 ? [] : [`--target chooses one of ${choice.join(', ')}.`];
    return { target: { kind: 'embedded', keyUnused: Boolean(keyInEnv) }, ofTarget: {}, notes };
  }
  const variable = target?.keyVariable ?? 'PETSTORE_API_KEY';
  const keyFile = values.text('apiKeyFile');
  const found = findKey(keyFile, sources, variable);
  const givenKey = () => {
    if (found !== undefined) return { text: found.key, from: keyFile?.from ?? variable };
    throw new UsageError(
      `no API key was given.\nPut it in ${variable}, or in a file named by --api-key-file FILE.`,
    );
  };
  const { baseUrl, key, ...strength } = readTarget(base, givenKey, values, sources.env);
  const isNamed = target !== undefined && base.text === target.options['baseUrl'];
  return {
    target: { kind: 'given', baseUrl, key },
    ofTarget: {
      ...strength,
      ...definedOnly({
        keyVariable: target?.keyVariable,
        namedTarget: isNamed
          ? { name: target.name, ...definedOnly({ configFile: values.text('config')?.text }) }
          : undefined,
      }),
    },
    notes: found?.note === undefined ? [] : [found.note],
  };
}

/**
 * Options that speak of a target contradict a run without one; as variables they may be meant for other runs. A
 * gate that says `--strict` must not be green because its address was forgotten, wherever that is said.
 */
function refuseWithoutTarget(values: OptionValues<RunTable>): void {
  if (values.on('strict'))
    throw new UsageError(
      '--strict was given, but no --base-url: the reference server would be tested, and no service.\nSay which service is meant (--base-url, PETSTORE_BASE_URL or --target), or leave --strict out.',
    );
  const texts = (['apiKeyFile', 'ca', 'waitFor'] as const).map((name) => values.text(name));
  const lone = [...texts, values.list('header')[0]].find((given) => given?.byFlag);
  if (lone === undefined) return;
  throw new UsageError(
    `${lone.from} was given, but no --base-url.\nSay which service is meant, or leave it out to test the reference server.`,
  );
}
