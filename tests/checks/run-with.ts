import type { Trial } from '../../gallery/trial.ts';
import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { readChecks } from '../../src/checks/custom-checks.ts';
import type { CustomCheckOrRule, CustomChecks, CustomRequirement } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunContext } from '../../src/engine/session.ts';
import { runAgainst } from '../support/run-against.ts';

/** A requirement of one's own, of a level. */
export function requirement(id: string, level: CustomRequirement['level'] = 'required'): CustomRequirement {
  return { id, level, title: `the title of ${id}`, impact: `what ${id} means`, fix: `how to mend ${id}` };
}

/** Checks of one's own for one required row, `guide.row`. */
export function checksOf(...checks: readonly CustomCheckOrRule[]): CustomChecks {
  return { section: 'Our API guide', requirements: [requirement('guide.row')], checks };
}

export interface With {
  readonly server?: Partial<ReferenceServerOptions>;
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
  readonly longestIdleMs?: number;
}

/** Runs the kit with these checks against the reference server; rows of the specification as far as `only` has them. */
export function runWith(checks: CustomChecks, options: With = {}): Promise<Trial> {
  const { server, settings, context, longestIdleMs = 30_000 } = options;
  const added = [readChecks(checks, { from: 'checks/guide.mjs', longestIdleMs })];
  return runAgainst(server, { only: 'guide.*', ...settings }, { ...context, added });
}
