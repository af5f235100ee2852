import type { Report, RequirementResult } from '../model/report.ts';
import type { Outcome, Verdict } from '../model/verdict.ts';
import type { UsedWaiver } from '../model/waiver.ts';

/** What the sentence of the verdict is made from. */
export interface SentenceFacts {
  readonly outcome: Outcome;
  readonly counts: Readonly<Record<Verdict, number>>;
  readonly requirements: readonly RequirementResult[];
  readonly waivers: readonly UsedWaiver[];
  readonly untestable?: string;
  readonly kitFaults: number;
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
      return [broken(counts), ...(facts.untestable === undefined ? [] : [facts.untestable])].join(' ');
    case 'nothing new': {
      const day = facts.baseline?.startedAt.slice(0, 10) ?? 'an earlier day';
      const rows = counts.fail === 1 ? '1 requirement is' : `${counts.fail} requirements are`;
      return `${rows} broken, in no other way than in the baseline of ${day}.`;
    }
    case 'waivers out of date':
      return outOfDate(facts.waivers);
    case 'could not be tested':
      if (facts.untestable !== undefined) return facts.untestable;
      if (facts.kitFaults > 0) return 'The kit itself failed: the result cannot be relied on.';
      return facts.strict && missed > 0
        ? `${missed} required rows were not exercised (--strict).`
        : 'Nothing was exercised, so nothing can be said.';
    default:
      return kept(counts.waived, missed);
  }
}

function broken({ fail, warn }: SentenceFacts['counts']): string {
  return fail === 0
    ? `${warn} advisory ${warn === 1 ? 'requirement is' : 'requirements are'} not kept (--fail-on advisory).`
    : `${fail} of the specification's requirements ${fail === 1 ? 'is' : 'are'} broken.`;
}

function kept(waived: number, missed: number): string {
  const but = waived === 0 ? '' : `, but for ${waived} that ${waived === 1 ? 'is' : 'are'} waived`;
  return missed === 0
    ? `Every requirement that was asked for is kept${but}.`
    : `Every requirement that was exercised is kept${but}; ${missed} required ${missed === 1 ? 'row was' : 'rows were'} not exercised.`;
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
