import { suites } from '../../suites/index.ts';
import { limitOf } from '../../suites/rate-limiting.ts';
import { judgedBodies } from '../../suites/refusing.ts';
import { type AddedChecks, sectionIdOf } from '../checks/custom-checks.ts';
import type { Check, Choose, Probe, Rule } from '../checks/vocabulary.ts';
import type { Settings } from '../config/settings.ts';
import { nearMisses } from '../exchange/credentials.ts';
import { seedOf } from '../payloads/generate.ts';
import { catalog, isOfProof, matchesOnly, plainListsFor, traitsOf } from '../spec/catalog.ts';
import { isAdded } from '../spec/operations.ts';
import { type Reason, type ReasonCode, reason } from '../spec/reasons.ts';
import type { Requirement } from '../spec/requirement.ts';

/** Returns the requirements, checks, probes and rules of a run: the kit's own, then the custom ones. */
export function catalogueOf(added: readonly AddedChecks[] = []) {
  const bodies = added.flatMap(({ suite }) => suite.bodies ?? []);
  const ofBodies = new Set(bodies.flatMap((one) => Object.values(one.requirements)));
  const checks = [
    ...[...suites, ...added.map(({ suite }) => suite)].flatMap((suite) => suite.checks),
    ...[...ofBodies].map(judgedBodies),
    ...added.flatMap(({ suite }) =>
      (suite.operations ?? []).length === 0
        ? []
        : [limitOf(sectionIdOf(suite, plainListsFor.proof), suite.operations ?? [])],
    ),
  ];
  const sources = new Map(added.flatMap((one) => one.requirements.map(({ id }) => [id, one] as const)));
  const suiteOf = new Map(
    added.flatMap(({ suite }) => (suite.operations ?? []).map(({ id }) => [id as string, suite] as const)),
  );
  return {
    requirements: [...catalog, ...added.flatMap(({ requirements }) => requirements)],
    checks,
    /** The bodies that are made from the schemas of custom checks. */
    bodies,
    rules: checks.filter((item): item is Rule => !isSent(item)),
    /** Returns the section of a custom requirement; undefined for a requirement of the specification. */
    sectionOf: (id: string) => sources.get(id)?.suite.title,
    /**
     * Returns the source of a custom requirement, so that messages can name it; undefined for a requirement of the
     * specification.
     */
    fileOf(id: string): string | undefined {
      const source = sources.get(id);
      return source?.suite.requirements?.some((one) => one.id === id) ? source.from : undefined;
    },
    /** Whether a custom check adds an operation. */
    hasOperation: (operation: string) => suiteOf.has(operation),
    /** Returns the id under which a rule of the kit judges an operation; undefined if the rule does not judge it. */
    idFor(id: string, operation: string): string | undefined {
      const { ofAnyOperation } = traitsOf(id);
      const suite = suiteOf.get(operation);
      if (!isAdded(operation) || ofAnyOperation === 'this id') return id;
      return suite === undefined || ofAnyOperation === undefined ? undefined : sectionIdOf(suite, id);
    },
    /** The files of custom checks, as the user named them. */
    files: added.flatMap(({ file }) => (file === undefined ? [] : [file])),
  };
}

export type Catalogue = ReturnType<typeof catalogueOf>;

/** Lists what tests each requirement. Checks and probes send requests; rules judge responses. */
export function describeSuites(added: readonly AddedChecks[] = []) {
  const described = catalogueOf(added).checks.map((item) => ({
    requirement: item.requirement,
    kind: isSent(item) ? ('check' as const) : ('rule' as const),
    title: item.title,
  }));
  const ofOperations = added.flatMap(({ suite }) =>
    (suite.operations ?? []).length === 0
      ? []
      : described
          .filter(
            ({ requirement, kind }) => kind === 'rule' && traitsOf(requirement).ofAnyOperation === 'own id',
          )
          .map((one) => ({ ...one, requirement: sectionIdOf(suite, one.requirement) })),
  );
  return [...described, ...ofOperations];
}

/** Why a requirement is not selected. With `unlessTested`, responses to other requests may still decide the requirement. */
export interface NotSelected {
  readonly reason: Reason;
  readonly unlessTested: boolean;
}

/** Selects the checks and probes for these settings. Rules are always active. */
export function select(catalogue: Catalogue, settings: Settings) {
  const { checks } = catalogue;
  const wanted = wantedBy(catalogue, settings);
  const sent = chosenOf(checks.filter(isSent), settings).filter((item) => wanted.has(item.requirement));
  const proves = checks.some(
    ({ requirement }) => isOfProof(requirement) && matchesOnly(requirement, settings.only),
  );
  const exhaust = settings.exhaust
    ? proves || sent.some(({ needs }) => needs.beyond === true) || reason('no-proof-needed')
    : reason(settings.readOnly === true ? 'only-reads' : excludedBy(settings, 'no-exhaust'));
  return {
    catalogue,
    /** The selected checks and probes. */
    checks: sent,
    /** Returns whether requests are sent for a requirement. */
    wants: (requirement: string) => wanted.has(requirement),
    /** True if the limit is to be proven; otherwise, the reason why it is not. */
    exhaust,
    /** Returns why a requirement is not selected, or undefined if it is. */
    notSelected: (requirement: Requirement) => whyNotSelected(requirement, settings, exhaust),
  };
}

export type Selection = ReturnType<typeof select>;

function isSent(item: Check | Probe | Rule): item is Check | Probe {
  return item.kind === 'check' || item.kind === 'probe';
}

/**
 * The maximum number of requests without the valid key in a run. They are limited because each of them follows a request with
 * the key. The maximum is enough for all forms that every run sends, and for one of the forms that take turns.
 */
export const mostWithoutKey = 40;

/** Returns the function that makes a seed's selections. */
export function chooserOf(seed: number): Choose {
  return (name, size) => (seedOf({ id: name }, seed) >>> 0) % size;
}

/** Returns those checks and probes of the profile that the seed selects. They do not depend on `--only`. */
function chosenOf(checks: readonly (Check | Probe)[], settings: Settings): (Check | Probe)[] {
  const choose = chooserOf(settings.seed);
  const chosen = checks.filter((one) => isInProfile(one, settings) && one.needs.chosen?.(choose) !== false);
  const withoutKey = chosen.filter(({ needs }) => (needs.withoutKey ?? 0) > 0);
  const optional = withoutKey.filter(({ needs }) => needs.ifRoom === true);
  const room = Math.max(0, mostWithoutKey - (withoutKey.length - optional.length));
  // The seed decides which optional check comes first, so that each of them is sent in some run.
  const from = choose('the first if there is room', Math.max(1, optional.length));
  const leftOut = new Set<Check | Probe>([...optional.slice(from), ...optional.slice(0, from)].slice(room));
  return chosen.filter((one) => !leftOut.has(one));
}

/** Returns the requirements whose requests are sent: the selected ones, and those that provide responses for them. */
function wantedBy({ checks, requirements }: Catalogue, { only }: Settings): Set<string> {
  const judged = new Set(checks.map(({ requirement }) => requirement));
  const selected = requirements.filter(
    ({ id, traits }) => (judged.has(id) || traits?.ofAnyOperation === 'of section') && matchesOnly(id, only),
  );
  return new Set(selected.flatMap(({ id, traits }) => [id, ...(traits?.fedBy ?? [])]));
}

function isInProfile({ needs }: Check | Probe, settings: Settings): boolean {
  if (needs.profiles !== undefined && !needs.profiles.includes(settings.profile)) return false;
  if (needs.nearMiss === undefined) return true;
  return settings.nearMisses && nearMisses(settings.key).includes(needs.nearMiss);
}

function whyNotSelected(
  { id, asked, traits: { needs = [] } = {} }: Requirement,
  settings: Settings,
  exhaust: true | Reason,
): NotSelected | undefined {
  const never = (code: ReasonCode) => ({ reason: reason(code), unlessTested: false });
  const unlessTested = (why: Reason) => ({ reason: why, unlessTested: true });
  if (asked === 'description' && settings.description === undefined) return never('no-description');
  if (asked === 'plan' && settings.plan === undefined) return never('no-plan');
  if (asked === 'plan' && settings.plan === 'enterprise') return never('enterprise');
  // `--only` is checked after the inputs, because a requirement that lacks its input would not be tested even if it were
  // selected.
  if (!matchesOnly(id, settings.only)) return never('outside-only');
  if (asked === 'thorough' && settings.profile !== 'thorough') return never('only-thorough');
  if (asked === 'concurrency' && settings.concurrency === 1) return unlessTested(reason('one-at-a-time'));
  if (settings.readOnly === true && needs.includes('writes')) return unlessTested(reason('only-reads'));
  if (needs.includes('near misses') && !settings.nearMisses)
    return never(excludedBy(settings, 'no-near-misses'));
  return exhaust !== true && needs.includes('429') ? unlessTested(exhaust) : undefined;
}

/** Returns why something was left out: because of the profile `gentle`, or because of an option (`code`). */
function excludedBy({ profile }: Settings, code: ReasonCode): ReasonCode {
  return profile === 'gentle' ? 'by-profile' : code;
}
