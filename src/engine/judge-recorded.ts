import { setImmediate as turn } from 'node:timers/promises';
import type { Rule } from '../checks/vocabulary.ts';
import type { Settings } from '../config/settings.ts';
import type { RecordedTraffic } from '../report/har/read.ts';
import type { Report } from '../report/model/report.ts';
import type { Recorder } from '../report/record/record.ts';
import { createRedactor } from '../report/record/redact.ts';
import type { Requirement } from '../spec/requirement.ts';
import { definedOnly } from '../text/defined-only.ts';
import { noUserCode } from './check-code.ts';
import { createJudge, readingsOf } from './judge.ts';
import { buildReport } from './report.ts';
import { catalogueOf, type NotSelected, select } from './select.ts';
import type { RunContext } from './session.ts';

const proofSkipped = 'the recording must contain a 429 to prove the limit';

/** Time between breaks for signals and timers, in ms. */
const sliceMs = 50;

/**
 * Judges recorded traffic by the rules, and reports what traffic alone cannot decide. Sends nothing. When the signal aborts,
 * judging stops, and the report says that it was interrupted.
 */
export async function judgeRecorded(
  traffic: RecordedTraffic,
  settings: Settings,
  { added = [], signal, release }: Pick<RunContext, 'added' | 'signal' | 'release'> = {},
): Promise<Report> {
  const { exchanges } = traffic;
  const catalogue = catalogueOf(added);
  const redact = createRedactor({ key: settings.key, recorded: traffic.secrets });
  const base = new URL(traffic.baseUrl);
  const baseUrl = `${base.origin}${redact.header(base.pathname)}`;
  const recorder: Recorder = {
    base: new URL(baseUrl),
    userAgent: '(as recorded)',
    extraHeaders: [],
    redact,
    foreign: true,
    // The mark of the recorded names is unknown, so lists are not shown.
    runMark: 'recorded',
    startedAt: 0,
  };
  const readings = readingsOf(settings, recorder, () => proofSkipped, added.length > 0);
  const judge = createJudge(catalogue.rules, readings, () => {}, {
    ...noUserCode,
    fileOf: catalogue.fileOf,
    ...definedOnly({ release }),
  });
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
  const startedAt = new Date(exchanges[0]?.wallAt ?? 0);
  const durationMs = (exchanges.at(-1)?.readAt ?? 0) - (exchanges[0]?.sentAt ?? 0);
  const { notSelected } = select(catalogue, settings);
  return buildReport({
    ...{ catalogue, judge, readings, recorder, startedAt, durationMs },
    settings: { ...settings, baseUrl },
    notSelected: (requirement) =>
      notSelected(requirement) ?? undecidable(requirement, catalogue.rules, traffic),
    tries: new Map(),
    finishedAt: new Date(startedAt.getTime() + durationMs),
    interrupted: signal?.aborted === true,
    sent: { retried: 0, creates: 0 },
    facts: {
      plan: {
        ...{ checks: 0, withKey: 0, withoutKey: 0, creates: 0, invalidBodies: 0, atMost: 0 },
        proofSkipped,
      },
      waits: [],
      leftovers: [],
    },
  });
}

/** Returns why traffic alone cannot decide a requirement, or undefined if it can. */
function undecidable(
  { id, traits: { needs = [] } = {} }: Requirement,
  rules: readonly Rule[],
  { credentials, changedOtherwise }: RecordedTraffic,
): NotSelected | undefined {
  const never = (reason: string): NotSelected => ({ because: 'run', reason, unlessTested: false });
  if (!rules.some(({ requirement }) => requirement === id))
    return never('needs requests that only `run` sends');
  if (credentials === 'stripped' && needs.includes('credentials'))
    return never('the recording has no credentials (browsers remove them)');
  if (credentials !== 'shown' && needs.includes('one key'))
    return never('the recording does not show which key was used');
  if (credentials === 'unclear' && needs.includes('valid key'))
    return never('the recording does not show which key is valid');
  if (changedOtherwise && needs.includes('known store'))
    return never('the recording has requests that may have changed stored data');
  return undefined;
}
