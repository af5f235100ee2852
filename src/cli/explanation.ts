import { defects } from '../../reference-server/defects/index.ts';
import type { AddedChecks } from '../kit/added-checks.ts';
import { type Description, describeSuites } from '../run/describe.ts';
import { type Example, exampleOf } from '../spec/examples.ts';
import { requirement, sections } from '../spec/ledger.ts';
import type { Requirement } from '../spec/requirement.ts';

/** A mistake that breaks a requirement, as the gallery has it. */
export interface Slip {
  readonly defect: string;
  readonly title: string;
  /** How it comes about. */
  readonly story: string;
}

/** All that is known of one requirement. */
export interface Explanation {
  readonly requirement: Requirement;
  readonly section: string;
  readonly checkedBy: readonly Omit<Description, 'requirement'>[];
  /** What servers get wrong here; those that break nothing else come first. */
  readonly slips: readonly Slip[];
  /** It kept and it broken, on the wire; none where nothing can be sent for it. */
  readonly example?: Omit<Example, 'requirement'>;
}

/** What there is to say of the requirement with this id, which the ledger must have, or what was added to it. */
export function explanationOf(id: string, added: readonly AddedChecks[] = []): Explanation {
  const own = added.find(({ requirements }) => requirements.some((one) => one.id === id));
  const row = own?.requirements.find((one) => one.id === id) ?? requirement(id);
  const checkedBy = describeSuites(added)
    .filter((described) => described.requirement === id)
    .map(({ kind, title }) => ({ kind, title }));
  const slips = defects
    .filter(({ requirements }) => requirements.includes(id))
    .sort((a, b) => a.requirements.length - b.requirements.length)
    .map(({ id: defect, title, story }) => ({ defect, title, story }));
  const { requirement: _id, ...example } = exampleOf(id) ?? { requirement: id };
  return {
    requirement: row,
    section: own?.suite.title ?? sections.find(({ requirements }) => requirements.includes(row))?.title ?? '',
    checkedBy,
    slips,
    ...(Object.keys(example).length === 0 ? {} : { example }),
  };
}
