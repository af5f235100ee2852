import { suites } from '../../suites/index.ts';
import type { Member, Rule } from '../checks/built-in.ts';
import type { AddedChecks } from '../checks/custom-checks.ts';
import { ledger } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';

/** What a run judges, and what it judges by: the ledger and the suites, and behind them what the user added. */
export interface Catalogue {
  readonly requirements: readonly Requirement[];
  readonly members: readonly Member[];
  readonly rules: readonly Rule[];
  /** The section of a requirement that the user added; undefined for those of the ledger. */
  readonly sectionOf: (id: string) => string | undefined;
  /** The files that the user added, as they were named. */
  readonly files: readonly string[];
}

/** The catalogue of a run with these added checks. */
export function catalogueOf(added: readonly AddedChecks[] = []): Catalogue {
  const members = [...suites, ...added.map(({ suite }) => suite)].flatMap((suite) => suite.members);
  const sections = new Map(
    added.flatMap(({ requirements, suite }) => requirements.map(({ id }) => [id, suite.title] as const)),
  );
  return {
    requirements: [...ledger, ...added.flatMap(({ requirements }) => requirements)],
    members,
    rules: members.filter((member): member is Rule => member.kind !== 'check' && member.kind !== 'probe'),
    sectionOf: (id) => sections.get(id),
    files: added.flatMap(({ file }) => (file === undefined ? [] : [file])),
  };
}
