import type { AddedChecks } from '../checks/custom-checks.ts';
import { type Configured, readConfigured } from '../config/file.ts';
import { UsageError } from '../config/messages.ts';
import type { RunTable } from '../config/options.ts';
import { baselineOf, type RunSettings, readingOnly, readSettings } from '../config/settings.ts';
import { readTarget } from '../config/target.ts';
import type { Flags, OptionValues } from '../config/values.ts';
import { definedOnly } from '../text/defined-only.ts';
import { findKey, readCertificateFile, readReportFile, readWaiversFile } from './named-files.ts';
import { readReporters } from './reporting.ts';
import { idsOf } from './requirements.ts';
import type { Surroundings } from './surroundings.ts';

/** A service, or the reference server, which is started for the run. */
type Target =
  | { readonly kind: 'given'; readonly baseUrl: string; readonly key: string }
  | { readonly kind: 'embedded'; readonly keyUnused: boolean };

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret' | 'randomSeed'>;

const productionNote =
  'The target is marked as production: it gets GETs alone, and its limit is not used up (--allow-writes changes that).';

/** Reads and checks the options of a run; sends and writes nothing. Throws a UsageError. */
export function readRunOrder(flags: Flags, sources: Sources, added: readonly AddedChecks[] = []) {
  const configured = readConfigured(flags, sources);
  const { values } = configured;
  const { target, ofTarget, notes } = targetOf(sources, configured);
  const isProduction = configured.target?.production === true && !values.on('allowWrites');
  const ca = values.text('ca');
  const key = target.kind === 'given' ? target.key : undefined;
  const reporters = readReporters(values.text('reporter'), values.valueOrDefault('reports'), sources.env);
  const waivers = readWaiversFile(values.text('waivers')?.text, sources, idsOf(added));
  const baseline = values.text('baseline');
  const settings = readSettings(values, key, sources.randomSeed, idsOf(added));
  const { seed } = settings;
  const keepsExchanges = reporters.some((one) => typeof one !== 'function' && one.name === 'har');
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
        keepExchanges: keepsExchanges || undefined,
      }),
    } satisfies RunSettings,
    /** The interface description, which is not read yet, and the seconds that the service may take to start. */
    ...definedOnly({ description: values.text('description'), waitForSeconds: values.value('waitFor') }),
    reporters,
    quiet: values.on('quiet'),
    dryRun: values.on('dryRun'),
    /** Shown before the run. */
    notes: [
      ...notes,
      ...(values.text('seed')?.text === 'random'
        ? [`The seed that was drawn is ${seed}; --seed ${seed} repeats this run.`]
        : []),
      ...(isProduction ? [productionNote] : []),
    ],
  };
}

/** The options of a run, read and checked. */
export type RunOrder = ReturnType<typeof readRunOrder>;

interface Found {
  readonly target: Target;
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
  const namedTarget =
    target === undefined || base.text !== target['baseUrl']
      ? undefined
      : { name: target.name, ...definedOnly({ configFile: values.text('config')?.text }) };
  return {
    target: { kind: 'given', baseUrl, key },
    ofTarget: { ...strength, ...definedOnly({ keyVariable: target?.keyVariable, namedTarget }) },
    notes: found?.note === undefined ? [] : [found.note],
  };
}

/**
 * Refuses options that contradict a run without a target: as flags, since variables may be meant for other runs, and
 * `--strict` wherever it is given, since a pipeline must not pass because its address was forgotten.
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
