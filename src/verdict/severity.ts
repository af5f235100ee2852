import type { Verdict } from '../model/verdict.ts';
import type { Level } from '../spec/requirement.ts';

/** What an unmet expectation is, by the level of its requirement: the only place where that is decided. */
export function severityOf(level: Level): Verdict {
  switch (level) {
    case 'required':
      return 'fail';
    case 'advisory':
      return 'warn';
    case 'observed':
      return 'observed';
    case 'excluded':
      return 'excluded';
  }
}
