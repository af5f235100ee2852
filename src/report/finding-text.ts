import { listed } from '../text/layout.ts';
import { bodyWords, wasShrunk } from './body-words.ts';
import { answerWords, comparedWords, keptWords, rowWords, seenWords } from './evidence-words.ts';
import type { Finding } from './model/report.ts';

const listedInstances = 12;

/** A label and what stands behind it; nothing in it is escaped. */
export type Labelled = readonly [label: string, text: string];

/**
 * All that a person needs to mend one cause, in the order in which it is read. `means` and `mend` are the
 * requirement's, the same for all its causes, and stand apart.
 */
export function findingLabels(finding: Finding): Labelled[] {
  const { expected, received, curl, payload, instances, known, timeline = [] } = finding;
  return [
    ['Expected', expected],
    ['Received', received],
    ...(known === true ? [['Known', 'the baseline holds it, too'] as const] : []),
    ...answerWords(finding).map((answer): Labelled => ['Answer', answer]),
    ...comparedLabels(finding),
    ...(payload === undefined
      ? []
      : ([
          ['Fault', `${payload.fault}. Valid would be: ${payload.twin}.`],
          [wasShrunk(payload) ? 'Smallest' : 'Body', bodyWords(payload.smallest)],
          ...(payload.found === payload.smallest ? [] : [['Found', bodyWords(payload.found)] as const]),
        ] satisfies Labelled[])),
    ...timeline.map((row, index): Labelled => [index === 0 ? 'Proof' : '', rowWords(row)]),
    ['Seen', seenWords(finding)],
    ...(instances.length === 0 ? [] : [['Cases', listed(instances, listedInstances)] as const]),
    ...keptWords(finding).map((kept): Labelled => ['Kept', kept]),
    ...(curl === undefined ? [] : [['Request', curl] as const]),
  ];
}

function comparedLabels(finding: Finding): Labelled[] {
  const compared = comparedWords(finding);
  if (compared === undefined) return [];
  return [[compared.when, compared.curl], ...compared.answer.map((answer): Labelled => ['Answer', answer])];
}
