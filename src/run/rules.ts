import { suites } from '../../suites/index.ts';
import type { Rule } from '../kit/suite.ts';

/** The members of the suites that judge whatever comes, and send nothing. */
export function allRules(): Rule[] {
  return suites
    .flatMap(({ members }) => members)
    .filter((member): member is Rule => member.kind === 'everyResponse' || member.kind === 'wholeRun');
}
