import { type Check, type Probe, worthOf } from '../checks/built-in.ts';
import type { Settings } from '../config/settings.ts';
import { nearMisses } from '../exchange/credentials.ts';
import { matchesOnly, traitsOf } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import type { NotAsked } from './verdict-of.ts';

/** What of the catalogue a run sends. Rules are not chosen: they judge whatever comes. */
export interface Selection {
  readonly catalogue: Catalogue;
  /** Checks and probes, what is worth most first. */
  readonly members: readonly (Check | Probe)[];
  /** Whether requests are sent for a row. */
  readonly wants: (requirement: string) => boolean;
  /** Whether the limit is to be proven; a sentence says why not. */
  readonly exhaust: true | string;
  /** Why a row is not asked, or undefined where it is. */
  readonly notAsked: (requirement: Requirement) => NotAsked | undefined;
}

/** What is sent for these settings, and which rows are asked. */
export function select(catalogue: Catalogue, settings: Settings): Selection {
  const { members } = catalogue;
  const wanted = wantedRows(catalogue, settings);
  const sent = members
    .filter((member): member is Check | Probe => member.kind === 'check' || member.kind === 'probe')
    .filter((member) => wanted.has(member.requirement) && isInProfile(member, settings))
    .sort((a, b) => worthOf(b) - worthOf(a));
  const proves = members.some(
    ({ requirement }) =>
      traitsOf(requirement).needs?.includes('proof') && matchesOnly(requirement, settings.only),
  );
  const exhaust = !settings.exhaust
    ? `left out by ${settings.profile === 'gentle' ? '--profile gentle' : '--no-exhaust'}`
    : proves
      ? true
      : 'outside --only';
  return {
    catalogue,
    members: sent,
    wants: (row) => wanted.has(row),
    exhaust,
    notAsked: (requirement) => notAskedOf(requirement, settings, exhaust),
  };
}

function wantedRows({ members, requirements }: Catalogue, { only }: Settings): Set<string> {
  const judged = new Set(members.map(({ requirement }) => requirement));
  const selected = requirements.filter(({ id }) => judged.has(id) && matchesOnly(id, only));
  const fed = only === undefined ? [] : selected.flatMap(({ traits }) => traits?.fedBy ?? []);
  return new Set([...selected.map(({ id }) => id), ...fed]);
}

function isInProfile({ needs }: Check | Probe, settings: Settings): boolean {
  if (needs.profiles !== undefined && !needs.profiles.includes(settings.profile)) return false;
  if (needs.nearMiss === undefined) return true;
  return settings.nearMisses && nearMisses(settings.key).includes(needs.nearMiss);
}

function notAskedOf(
  { id, asked, traits: { needs = [] } = {} }: Requirement,
  settings: Settings,
  exhaust: true | string,
): NotAsked | undefined {
  const never = (reason: string) => ({ reason, unlessExercised: false });
  if (!matchesOnly(id, settings.only)) return never('outside --only');
  if (asked === 'description' && settings.description === undefined)
    return never('no --description was given');
  if (asked === 'plan' && settings.plan === undefined) return never('no --plan was given');
  if (asked === 'plan' && settings.plan === 'enterprise')
    return never("Enterprise has numbers of the customer's own");
  if (asked === 'thorough' && settings.profile !== 'thorough') return never('left to --profile thorough');
  if (asked === 'concurrency' && settings.concurrency === 1)
    return { reason: 'one request is in flight at a time', unlessExercised: true };
  if (settings.readOnly === true && needs.includes('writes'))
    return { reason: 'nothing is written to this target (--allow-writes)', unlessExercised: true };
  if (needs.includes('near misses') && !settings.nearMisses)
    return never(`left out by ${settings.profile === 'gentle' ? '--profile gentle' : '--no-near-misses'}`);
  if (exhaust !== true && needs.includes('429')) return { reason: exhaust, unlessExercised: true };
  return undefined;
}
