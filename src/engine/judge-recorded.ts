import { setImmediate as turn } from 'node:timers/promises';
import type { Rule } from '../checks/built-in.ts';
import { blamed, StrayFault } from '../checks/faults.ts';
import type { Settings } from '../config/settings.ts';
import type { RecordedTraffic } from '../report/har/read.ts';
import type { Plan, Report } from '../report/model/report.ts';
import { createRedactor } from '../report/record/redact.ts';
import type { Requirement } from '../spec/requirement.ts';
import { catalogueOf } from './catalogue.ts';
import { createJudge } from './judge.ts';
import { readingsOf } from './readings-of.ts';
import { buildReport } from './report.ts';
import { select } from './select.ts';
import type { RunContext } from './session.ts';
import type { NotAsked } from './verdict-of.ts';

/** Begins the names that a run creates; nobody knows them of recorded traffic, so that no list is shown. */
const runMark = 'recorded';
const noProof = 'recorded traffic proves the limit only where it met it';

/** How long exchanges are judged before signals and timers get their turn, in ms. */
const sliceMs = 50;

/**
 * What the rules say of recorded traffic. Nothing is sent; what traffic alone cannot decide is said to be so. Once the
 * signal aborts, no further exchange is judged, and the report says that it was interrupted.
 */
export async function judgeRecorded(
  traffic: RecordedTraffic,
  settings: Settings,
  { added = [], signal }: Pick<RunContext, 'added' | 'signal'> = {},
): Promise<Report> {
  const { exchanges } = traffic;
  const catalogue = catalogueOf(added);
  const { rules } = catalogue;
  const redact = createRedactor({ key: settings.key, recorded: traffic.secrets });
  const readings = readingsOf(settings, {
    holdsKey: redact.holdsKey,
    proofLeftOut: () => noProof,
    runMark,
    startedAt: 0,
  });
  const judge = createJudge(rules, readings, () => {});
  let sliceEnd = performance.now() + sliceMs;
  for (const exchange of exchanges) {
    if (performance.now() > sliceEnd) {
      await turn();
      sliceEnd = performance.now() + sliceMs;
    }
    if (signal?.aborted) break;
    readings.see(exchange);
    judge.see(exchange);
  }
  judge.end();
  // What a rule left behind, such as a rejection, is heard of before the verdict.
  await turn();
  const stray = signal?.reason instanceof StrayFault ? signal.reason : undefined;
  if (stray !== undefined) judge.kitFault('the judging', blamed(stray, added));
  const first = exchanges[0];
  const last = exchanges.at(-1);
  const startedAt = new Date(first?.wallAt ?? 0);
  const durationMs = (last?.readAt ?? 0) - (first?.sentAt ?? 0);
  const chosen = select(catalogue, settings).notAsked;
  return buildReport({
    ...{ settings, catalogue, judge },
    recorder: {
      base: new URL(traffic.baseUrl),
      userAgent: '(as recorded)',
      extraHeaders: [],
      redact,
      foreign: true,
      runMark,
      startedAt: 0,
    },
    notAsked: (requirement) => chosen(requirement) ?? undecidable(requirement, rules, traffic),
    timelineUpTo: readings.timeline.upTo,
    tries: () => 0,
    startedAt,
    finishedAt: new Date(startedAt.getTime() + durationMs),
    durationMs,
    interrupted: signal?.aborted === true && stray === undefined,
    facts: {
      runMark,
      plan: nothingSent,
      requests: { ...readings.counts.counted(), repeated: 0, creates: 0 },
      waits: [],
      timeline: readings.timeline.rows(),
      residue: [],
    },
  });
}

const nothingSent: Plan = {
  checks: 0,
  withKey: 0,
  withoutKey: 0,
  creates: 0,
  refusedBodies: 0,
  atMost: 0,
  proofLeftOut: noProof,
};

/** Why traffic alone cannot decide a row, or undefined where it can. */
function undecidable(
  { id, traits: { needs = [] } = {} }: Requirement,
  rules: readonly Rule[],
  { credentials, changedOtherwise }: RecordedTraffic,
): NotAsked | undefined {
  const never = (reason: string): NotAsked => ({ reason, unlessExercised: false });
  if (!rules.some(({ requirement }) => requirement === id))
    return never('traffic alone cannot decide it: `run` sends what it takes');
  if (credentials === 'stripped' && needs.includes('credentials'))
    return never('the recording holds no credentials (browsers leave them out)');
  if (credentials !== 'shown' && needs.includes('one key'))
    return never('the recording does not tell which key was used');
  if (credentials === 'unclear' && needs.includes('valid key'))
    return never('the recording does not tell which key was the valid one');
  if (changedOtherwise && needs.includes('known store'))
    return never('the recording holds requests that may have changed what is stored');
  return undefined;
}
