import type { ReferenceServerOptions } from '../../reference-server/index.ts';
import { readChecks } from '../../src/checks/custom-checks.ts';
import type { CheckOrRule, CustomRequirement, Suite } from '../../src/checks/vocabulary.ts';
import type { Settings } from '../../src/config/settings.ts';
import type { RunContext } from '../../src/engine/session.ts';
import type { Trial } from '../gallery/trial.ts';
import { runInMemory } from '../support/in-memory.ts';

/** Returns a custom requirement. */
export function requirement(id: string, level: CustomRequirement['level'] = 'required'): CustomRequirement {
  return { id, level, title: `the title of ${id}`, impact: `the impact of ${id}`, fix: `how to fix ${id}` };
}

/** Returns custom checks for one required requirement, `guide.etag`. */
export function checksOf(...checks: readonly CheckOrRule[]): Suite {
  return { title: 'Our API guide', requirements: [requirement('guide.etag')], checks };
}

export interface With {
  readonly server?: Partial<ReferenceServerOptions>;
  readonly settings?: Partial<Settings>;
  readonly context?: RunContext;
}

/** Runs the kit with these checks against the reference server. By default, `only` selects just these checks. */
export function runWith(checks: Suite, { server, settings, context }: With = {}): Promise<Trial> {
  const added = [readChecks(checks, { from: 'checks/guide.mjs' })];
  return runInMemory(server, { only: 'guide.*', ...settings }, { ...context, added });
}
