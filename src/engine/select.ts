import { suites } from '../../suites/index.ts';
import { type Check, type Probe, priorityOf, type Rule } from '../checks/built-in.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import type { Settings } from '../config/settings.ts';
import { nearMisses } from '../exchange/credentials.ts';
import { catalog, matchesOnly, traitsOf } from '../spec/catalog.ts';
import type { Requirement } from '../spec/requirement.ts';

/** Lists the requirements, checks, probes and rules of a run: the kit's own, and behind them what the user added. */
export function catalogueOf(added: readonly AddedChecks[] = []) {
  const checks = [...suites, ...added.map(({ suite }) => suite)].flatMap((suite) => suite.checks);
  const sections = new Map(
    added.flatMap(({ requirements, suite }) => requirements.map(({ id }) => [id, suite.title] as const)),
  );
  return {
    requirements: [...catalog, ...added.flatMap(({ requirements }) => requirements)],
    checks,
    rules: checks.filter((member): member is Rule => member.kind !== 'check' && member.kind !== 'probe'),
    /** Returns the section of a requirement that the user added; undefined for those of the specification. */
    sectionOf: (id: string) => sections.get(id),
    /** The files that the user added, as they were named. */
    files: added.flatMap(({ file }) => (file === undefined ? [] : [file])),
  };
}

export type Catalogue = ReturnType<typeof catalogueOf>;

/** Lists what tests each requirement, in order: checks and probes that send for it, rules that judge it. */
export function describeSuites(added: readonly AddedChecks[] = []) {
  return catalogueOf(added).checks.map(({ requirement, kind, title }) => ({
    requirement,
    kind: kind === 'check' || kind === 'probe' ? ('check' as const) : ('rule' as const),
    title,
  }));
}

/** Why a requirement is not selected: traffic may still decide it where it says `unlessTested`. */
export interface NotSelected {
  readonly reason: string;
  readonly unlessTested: boolean;
}

/** Selects what is sent for these settings. Rules are not selected: they judge whatever comes. */
export function select(catalogue: Catalogue, settings: Settings) {
  const { checks } = catalogue;
  const wanted = wantedBy(catalogue, settings);
  const sent = checks
    .filter((member): member is Check | Probe => member.kind === 'check' || member.kind === 'probe')
    .filter((member) => wanted.has(member.requirement) && isInProfile(member, settings))
    .sort((a, b) => priorityOf(b) - priorityOf(a));
  const proves = checks.some(
    ({ requirement }) =>
      traitsOf(requirement).needs?.includes('proof') && matchesOnly(requirement, settings.only),
  );
  const exhaust = settings.exhaust ? proves || 'outside --only' : leftOutBy(settings, '--no-exhaust');
  return {
    catalogue,
    /** Checks and probes, highest priority first. */
    checks: sent,
    /** Whether requests are sent for a requirement. */
    wants: (requirement: string) => wanted.has(requirement),
    /** Whether the limit is to be proven; a sentence says why not. */
    exhaust,
    /** Returns why a requirement is not selected, or undefined if it is. */
    notSelected: (requirement: Requirement) => whyNotSelected(requirement, settings, exhaust),
  };
}

export type Selection = ReturnType<typeof select>;

function wantedBy({ checks, requirements }: Catalogue, { only }: Settings): Set<string> {
  const judged = new Set(checks.map(({ requirement }) => requirement));
  const selected = requirements.filter(({ id }) => judged.has(id) && matchesOnly(id, only));
  const fed = only === undefined ? [] : selected.flatMap(({ traits }) => traits?.fedBy ?? []);
  return new Set([...selected.map(({ id }) => id), ...fed]);
}

function isInProfile({ needs }: Check | Probe, settings: Settings): boolean {
  if (needs.profiles !== undefined && !needs.profiles.includes(settings.profile)) return false;
  if (needs.nearMiss === undefined) return true;
  return settings.nearMisses && nearMisses(settings.key).includes(needs.nearMiss);
}

function leftOutBy({ profile }: Settings, option: string): string {
  return `left out by ${profile === 'gentle' ? '--profile gentle' : option}`;
}

function whyNotSelected(
  { id, asked, traits: { needs = [] } = {} }: Requirement,
  settings: Settings,
  exhaust: true | string,
): NotSelected | undefined {
  const never = (reason: string) => ({ reason, unlessTested: false });
  const unlessTested = (reason: string) => ({ reason, unlessTested: true });
  if (!matchesOnly(id, settings.only)) return never('outside --only');
  if (asked === 'description' && settings.description === undefined)
    return never('no --description was given');
  if (asked === 'plan' && settings.plan === undefined) return never('no --plan was given');
  if (asked === 'plan' && settings.plan === 'enterprise')
    return never("Enterprise has numbers of the customer's own");
  if (asked === 'thorough' && settings.profile !== 'thorough') return never('left to --profile thorough');
  if (asked === 'concurrency' && settings.concurrency === 1)
    return unlessTested('one request is in flight at a time');
  if (settings.readOnly === true && needs.includes('writes'))
    return unlessTested('nothing is written to this target (--allow-writes)');
  if (needs.includes('near misses') && !settings.nearMisses)
    return never(leftOutBy(settings, '--no-near-misses'));
  if (exhaust !== true && needs.includes('429')) return unlessTested(exhaust);
  return undefined;
}
