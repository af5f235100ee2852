import {
  baselineWords,
  type Finding,
  isKnown,
  type Outcome,
  type Report,
  type RequirementResult,
  type UsedWaiver,
  type Verdict,
} from '../report/model/report.ts';

/** What the sentence of the verdict is made from. */
export interface SentenceFacts {
  readonly outcome: Outcome;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementResult[];
  readonly findings: readonly Finding[];
  readonly waivers: readonly UsedWaiver[];
  readonly untestable?: string;
  readonly kitFaults: number;
  readonly checkFaults: number;
  readonly strict: boolean;
  readonly baseline?: Report['baseline'];
}

/** The verdict in a sentence, with what to do where there is something. */
export function sentenceOf(facts: SentenceFacts): string {
  const { outcome, counts } = facts;
  const missed = gaps(facts);
  switch (outcome) {
    case 'interrupted':
      return 'The run was interrupted; what was found until then is shown.';
    case 'does not conform':
      return [
        broken(facts),
        ...oneCause(facts),
        ...news(facts),
        ...(facts.untestable === undefined ? [] : [facts.untestable]),
      ].join(' ');
    case 'nothing new': {
      const rows = counts.fail === 1 ? '1 requirement is' : `${counts.fail} requirements are`;
      return `${rows} broken, in no other way than in ${baselineWords(facts) ?? 'the baseline'}.`;
    }
    case 'waivers out of date':
      return outOfDate(facts.waivers);
    case 'could not be tested':
      if (facts.untestable !== undefined) return facts.untestable;
      if (facts.kitFaults > 0) return 'The kit itself failed: the result cannot be relied on.';
      if (facts.checkFaults > 0)
        return 'A check that was added broke by itself, which is no fault of the service: what it was to judge is open.';
      return facts.strict && missed > 0
        ? `${missed} required rows were not exercised (--strict).`
        : 'Nothing was exercised, so nothing can be said.';
    default:
      return kept(facts, missed);
  }
}

function broken({ counts: { fail, warn }, requirements }: SentenceFacts): string {
  if (fail === 0)
    return `${warn} advisory ${warn === 1 ? 'requirement is' : 'requirements are'} not kept (--fail-on advisory).`;
  const added = requirements.filter(({ verdict, section }) => verdict === 'fail' && section !== undefined);
  const ours = fail - added.length;
  if (added.length === 0)
    return `${fail} of the specification's requirements ${fail === 1 ? 'is' : 'are'} broken.`;
  const others = `${added.length} that ${wasOrWere(added.length)} added (${sectionsOf(added)})`;
  return ours === 0
    ? `No requirement of the specification is broken; ${others} ${added.length === 1 ? 'is' : 'are'}.`
    : `${ours} of the specification's requirements and ${others} are broken.`;
}

/**
 * Requirements that fail in one and the same way, by a wrong status other than 2xx: whoever reads of three failures
 * should know that there may be one thing to mend.
 */
function oneCause({ findings }: SentenceFacts): string[] {
  const alike = new Map<string, Set<string>>();
  for (const { level, requirement, signature, expected, waived } of findings) {
    const cause = signature.slice(requirement.length + 2);
    if (level !== 'required' || waived !== undefined || !/^(answered [3-5]|no answer|redirected)/.test(cause))
      continue;
    const key = `${cause}; expected ${expected}`;
    alike.set(key, (alike.get(key) ?? new Set()).add(requirement));
  }
  return [...alike].flatMap(([key, ids]) =>
    ids.size < 2 ? [] : [`${listed(ids)} fail in the same way (${key}), probably for one reason.`],
  );
}

function listed(ids: ReadonlySet<string>): string {
  return [...ids].join(', ').replace(/, ([^,]*)$/, ' and $1');
}

/** Of what is broken, what the baseline does not hold: that is what fails the run. */
function news(facts: SentenceFacts): string[] {
  const baseline = baselineWords(facts);
  if (baseline === undefined) return [];
  const failing = facts.requirements.filter(
    ({ verdict }) => verdict === 'fail' || (facts.counts.fail === 0 && verdict === 'warn'),
  );
  const fresh = failing.filter(({ id }) => !isKnown(id, facts.findings)).map(({ id }) => id);
  const known = failing.length - fresh.length;
  const rest = known === 0 ? 'none was known' : `${known === 1 ? '1 was' : `${known} were`} known`;
  return [`New since ${baseline}: ${fresh.join(', ')}; ${rest}.`];
}

function kept({ counts: { waived }, requirements }: SentenceFacts, missed: number): string {
  const but = waived === 0 ? '' : `, but for ${waived} that ${waived === 1 ? 'is' : 'are'} waived`;
  const added = requirements.filter(
    ({ verdict, section }) => section !== undefined && (verdict === 'pass' || verdict === 'flaky'),
  );
  const among =
    added.length === 0
      ? ''
      : `, with ${added.length} that ${wasOrWere(added.length)} added (${sectionsOf(added)})`;
  return missed === 0
    ? `Every requirement that was asked for is kept${among}${but}.`
    : `Every requirement that was exercised is kept${among}${but}; ${missed} required ${missed === 1 ? 'row was' : 'rows were'} not exercised.`;
}

function sectionsOf(rows: readonly RequirementResult[]): string {
  return [...new Set(rows.map(({ section }) => section))].join(', ');
}

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}

function outOfDate(waivers: readonly UsedWaiver[]): string {
  const named = (state: UsedWaiver['state'], what: string) => {
    const rows = waivers.filter((waiver) => waiver.state === state).map(({ requirement }) => requirement);
    return rows.length === 0 ? [] : [`${what}: ${rows.join(', ')}`];
  };
  const parts = [
    ...named('expired', 'expired'),
    ...named('stale', 'mended, so that nothing is left to waive'),
  ];
  const stale = waivers.some(({ state }) => state === 'stale');
  const advice = stale
    ? 'Take what is mended out of the file'
    : 'Take them out of the file, or give them a new date';
  return `Waivers are out of date (${parts.join('; ')}). ${advice}.`;
}

function gaps({ requirements }: SentenceFacts): number {
  return requirements.filter(({ level, verdict }) => level === 'required' && verdict === 'not exercised')
    .length;
}
