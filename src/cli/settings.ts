import type { Report } from '../model/report.ts';
import {
  type Baseline,
  defaultCaps,
  defaultMaxWaitSeconds,
  defaultSeed,
  defaultShrinkRequests,
  defaultTimeoutSeconds,
  type Profile,
  profileDefaults,
  type Settings,
} from '../model/settings.ts';
import { plans } from '../spec/plans.ts';
import { readBaseUrl } from './base-url.ts';
import { readCertificates } from './certificate.ts';
import { type Configured, readConfigFile } from './config-file.ts';
import { readHeaders } from './header.ts';
import { findKey } from './key.ts';
import { oneOf, seconds, whole } from './numbers.ts';
import { readOnly } from './only.ts';
import { type Flags, type Given, type OptionValues, optionValues } from './option-values.ts';
import { checkProxies } from './proxies.ts';
import { readReportFile } from './read-report-file.ts';
import { type ChosenReporter, readReporters } from './reporters.ts';
import type { Surroundings } from './surroundings.ts';
import { UsageError } from './usage-error.ts';
import { readWaiversFile } from './waivers-file.ts';

/** What is to be tested: a service, or the reference server, which is then started for this run. */
type Target =
  | { readonly kind: 'given'; readonly baseUrl: string; readonly key: string }
  | { readonly kind: 'embedded'; readonly keyUnused: boolean };

/** A `run` command, understood and checked. */
export interface RunOrder {
  readonly target: Target;
  readonly settings: Omit<Settings, 'baseUrl' | 'key'>;
  /** The interface description, which is yet to be read. */
  readonly description?: Given;
  readonly reporters: readonly ChosenReporter[];
  readonly quiet: boolean;
  /** So many seconds the service may take until it answers at all. */
  readonly waitForSeconds?: number;
  /** Whether the plan alone is asked for. */
  readonly dryRun: boolean;
  /** What the user should be told before the run. */
  readonly notes: readonly string[];
}

type Sources = Pick<Surroundings, 'env' | 'readFile' | 'keepSecret' | 'randomSeed'>;

const profiles: readonly Profile[] = ['gentle', 'standard', 'thorough'];
const largestSeed = 2_147_483_647;

/** Flags and variables to the settings of a run. Throws a UsageError; sends and writes nothing. */
export function readRunOrder(flags: Flags, sources: Sources): RunOrder {
  const configured = readConfigFile(optionValues(flags, sources.env), sources);
  const values = optionValues(flags, sources.env, configured.fromFile);
  const { target, notes } = readTarget(values, sources, configured);
  const production = configured.target?.production === true && !values.on('allow-writes');
  const seed = readSeed(values, sources);
  const ca = values.text('ca');
  const plan = values.text('plan');
  const only = values.text('only');
  const key = target.kind === 'given' ? target.key : undefined;
  const folder = values.text('reports')?.text ?? 'reports';
  const reporters = readReporters(values.text('reporter'), folder, sources.env);
  const waivers = readWaiversFile(values.text('waivers')?.text, sources);
  const baseline = values.text('baseline');
  const description = values.text('description');
  const waitFor = values.text('wait-for');
  return {
    target,
    settings: {
      ...readBudget(values),
      ...(production ? readingOnly : {}),
      ...(plan === undefined ? {} : { plan: oneOf(plan, plans) }),
      ...(only === undefined ? {} : { only: readOnly(only) }),
      ...readCaps(values),
      ...(ca === undefined ? {} : { ca: readCertificates(ca, sources) }),
      ...(waivers === undefined ? {} : { waivers }),
      ...(baseline === undefined ? {} : { baseline: baselineOf(readReportFile(baseline.text, sources)) }),
      ...(reporters.some(({ name }) => name === 'har') ? { keepExchanges: true } : {}),
      seed: seed.seed,
      strict: values.on('strict'),
      failOnAdvisory: map(values.text('fail-on'), (given) => oneOf(given, ['advisory'])) !== undefined,
      headers: readHeaders(values.list('header'), key),
    },
    ...(description === undefined ? {} : { description }),
    reporters,
    ...(waitFor === undefined ? {} : { waitForSeconds: seconds(waitFor, 0, 3_600) }),
    quiet: values.on('quiet'),
    dryRun: values.on('dry-run'),
    notes: [...notes, ...seed.notes, ...(production ? [productionNote] : [])],
  };
}

/** What a run against a target does on which others rely: a faulty service would store what it should refuse. */
const readingOnly = { maxCreates: 0, exhaust: false, readOnly: true } as const;
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
  if (found.key.length >= 12 && baseUrl.includes(found.key)) {
    throw new UsageError(`${base.from} holds the key, which would stand in every report. Leave it out.`);
  }
  return { target: { kind: 'given', baseUrl, key: found.key }, notes };
}

/** What an earlier report found: it is known. */
function baselineOf({ target, startedAt, findings }: Report): Baseline {
  return { target, startedAt, signatures: findings.map(({ signature }) => signature) };
}

/** Options that speak of a target contradict a run without one; as variables they may be meant for other runs. */
function refuseWithoutTarget(values: OptionValues): void {
  const lone = [values.text('api-key-file'), values.text('ca'), values.list('header')[0]].find(
    (given) => given?.byFlag,
  );
  if (lone === undefined) return;
  throw new UsageError(
    `${lone.from} was given, but no --base-url.\nSay which service is meant, or leave it out to test the reference server.`,
  );
}

function readSeed(values: OptionValues, sources: Sources): { seed: number; notes: readonly string[] } {
  const given = values.text('seed');
  if (given === undefined) return { seed: defaultSeed, notes: [] };
  if (given.text !== 'random') return { seed: whole(given, 0, largestSeed), notes: [] };
  const seed = sources.randomSeed();
  return { seed, notes: [`The seed that was drawn is ${seed}; --seed ${seed} repeats this run.`] };
}

type Budget = keyof (typeof profileDefaults)[Profile] | 'profile' | 'shrinkRequests';

function readBudget(values: OptionValues): Pick<Settings, Budget | 'maxWaitSeconds' | 'timeoutSeconds'> {
  const profile = map(values.text('profile'), (given) => oneOf(given, profiles)) ?? 'standard';
  const standard = profileDefaults[profile];
  const maxRequests = map(values.text('max-requests'), (given) => whole(given, 1, 1_000_000));
  const maxCreates = map(values.text('max-creates'), (given) => whole(given, 0, 100_000));
  if (maxRequests !== undefined && maxCreates !== undefined && maxCreates > maxRequests) {
    throw new UsageError(`--max-creates ${maxCreates} is more than --max-requests ${maxRequests}. Lower it.`);
  }
  return {
    profile,
    maxRequests: maxRequests ?? standard.maxRequests,
    maxCreates: maxCreates ?? standard.maxCreates,
    payloads: map(values.text('payloads'), (given) => whole(given, 0, 100_000)) ?? standard.payloads,
    shrinkRequests:
      map(values.text('shrink-requests'), (given) => whole(given, 0, 10_000)) ?? defaultShrinkRequests,
    concurrency: map(values.text('concurrency'), (given) => whole(given, 1, 32)) ?? standard.concurrency,
    exhaust: standard.exhaust && !values.on('no-exhaust'),
    nearMisses: standard.nearMisses && !values.on('no-near-misses'),
    maxWaitSeconds:
      map(values.text('max-wait'), (given) => seconds(given, 0, 90_000)) ?? defaultMaxWaitSeconds,
    timeoutSeconds: map(values.text('timeout'), (given) => seconds(given, 0.1, 600)) ?? defaultTimeoutSeconds,
  };
}

/** Each cap has a bound of its own: beyond it the reader would run out of stack or memory. */
function readCaps(values: OptionValues): Pick<Settings, 'caps'> {
  const given = {
    bodyMb: map(values.text('max-body'), (text) => whole(text, 1, 64)),
    headersKb: map(values.text('max-headers'), (text) => whole(text, 4, 1_024)),
    depth: map(values.text('max-nesting'), (text) => whole(text, 8, 1_000)),
    elements: map(values.text('max-elements'), (text) => whole(text, 100, 10_000_000)),
  };
  if (Object.values(given).every((cap) => cap === undefined)) return {};
  return {
    caps: {
      bodyMb: given.bodyMb ?? defaultCaps.bodyMb,
      headersKb: given.headersKb ?? defaultCaps.headersKb,
      depth: given.depth ?? defaultCaps.depth,
      elements: given.elements ?? defaultCaps.elements,
    },
  };
}

function map<Result>(given: Given | undefined, read: (given: Given) => Result): Result | undefined {
  return given === undefined ? undefined : read(given);
}
