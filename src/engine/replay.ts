import type { Baseline, Settings } from '../config/settings.ts';
import { needsProof, onlyFor } from '../report/conditions.ts';
import type { Finding, Leftover, Report } from '../report/model/report.ts';
import { knownBodyOf } from '../report/waivers.ts';
import { traitsOf } from '../spec/catalog.ts';
import { isTested, type ReplayOutcome, replayOutcomeOf } from './replay-outcome.ts';
import { run } from './run.ts';
import { type Catalogue, catalogueOf } from './select.ts';
import type { RunContext } from './session.ts';

/** The result of a replay. */
export interface Replayed {
  /** The outcome of each finding, in the given order. */
  readonly outcomes: readonly ReplayOutcome[];
  /** Requests of all steps. */
  readonly requests: number;
  /** What the replay left on the target. */
  readonly leftovers: readonly Leftover[];
  /** The report of the last step. */
  readonly report: Report;
}

/** The steps, the cheaper one first: a run of the requirements whose requests showed the findings, and the reported run. */
export type Step = 'requirement' | 'run';

/**
 * Replays findings of a report. The first step is a run of their requirements, which also sends the bodies that failed, and
 * proves the limit if a finding needs a 429. If that does not decide a finding, the run that `settings` describe follows.
 *
 * @param runMark The mark of the reported run, which its bodies contain.
 * @param onStep Called before each step, with the outcomes so far.
 */
export async function replay(
  findings: readonly Finding[],
  runMark: string,
  settings: Settings,
  context: RunContext = {},
  onStep: (step: Step, before: readonly ReplayOutcome[]) => void = () => {},
): Promise<Replayed> {
  const catalogue = catalogueOf(context.added);
  const recording: Settings = {
    ...settings,
    keepExchanges: true,
    // A replay selects little on purpose.
    strict: false,
    strictSelection: false,
    // The body of a finding is already the smallest that the reported run found.
    shrinkRequests: 0,
    baseline: bodiesOf(findings, runMark),
  };
  onStep('requirement', []);
  const first = await run({ ...recording, only: onlyFor(findings).join() }, context);
  const tried = findings.map((finding) => {
    const outcome = replayOutcomeOf(finding, [first]);
    return { finding, outcome, isOpen: !isDecided(finding, outcome, first, catalogue) };
  });
  const outcomes = tried.map(({ outcome }) => outcome);
  if (!isTested(first) || !tried.some(({ isOpen }) => isOpen)) return resultOf(outcomes, [first]);
  onStep('run', outcomes);
  const reports = [first, await run(recording, context)] as const;
  return resultOf(
    tried.map(({ finding, outcome, isOpen }) => (isOpen ? replayOutcomeOf(finding, reports) : outcome)),
    reports,
  );
}

function resultOf(outcomes: readonly ReplayOutcome[], reports: readonly [Report, ...Report[]]): Replayed {
  return {
    outcomes,
    requests: reports.reduce((sum, { requests }) => sum + requests.total, 0),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    report: reports.at(-1) ?? reports[0],
  };
}

/** Returns a baseline of bodies without known failures, because a run sends these even if the quota has no room for them. */
function bodiesOf(findings: readonly Finding[], runMark: string): Baseline {
  const bodies = findings.flatMap((finding) => knownBodyOf(finding, runMark) ?? []);
  return { target: '', startedAt: '', signatures: [], bodies };
}

/** Checks whether the first step decides a finding, so that the other requests of the reported run do not matter. */
function isDecided(
  finding: Finding,
  { outcome }: ReplayOutcome,
  report: Report,
  { checks }: Catalogue,
): boolean {
  const { requirement } = finding;
  const { needs = [], invalidBodies } = traitsOf(requirement);
  // The first step sends all requests of a proof.
  if (needsProof(finding) || outcome === 'still failing') return true;
  if (outcome !== 'fixed' || isIntermittent(finding)) return false;
  // A conclusion may depend on any request of a run, unless the bodies alone decide it.
  const bodiesDecide = invalidBodies && !needs.includes('known store');
  const isConclusion = checks.some((one) => one.requirement === requirement && one.kind === 'conclusion');
  return (bodiesDecide || !isConclusion) && isSentAgain(finding, report);
}

/** Checks whether the same request, or the same place, also passed in the reported run. */
function isIntermittent({ places, alsoCorrect = [], exchange }: Finding): boolean {
  if (places.some(({ place }) => alsoCorrect.some((one) => one.place === place))) return true;
  const { method, again } = exchange?.request ?? {};
  if (method !== 'GET' || again?.credential !== 'bearer') return false;
  return alsoCorrect.some(({ place }) => place.startsWith(`${method} ${again.path} `));
}

/** Checks whether a run sent a request like that of the finding; true if the finding has none. */
function isSentAgain({ exchange }: Finding, { exchanges }: Report): boolean {
  if (exchange === undefined) return true;
  const { operation, credential, contentType } = exchange.request.again;
  return (exchanges?.recorded ?? []).some(
    ({ request: { again } }) =>
      again.operation === operation && again.credential === credential && again.contentType === contentType,
  );
}
