import type { Finding } from '../model/report.ts';
import { printable } from '../report/escape.ts';
import { sourceWords } from '../report/evidence-words.ts';
import { findingLabels } from '../report/finding-text.ts';

/** The longest line of a message, in code points; commands are longer than most terminals already. */
const longestLine = 2_000;

/** A requirement that is not kept. Vitest shows the two texts as it shows those of `expect`. */
class RequirementNotKept extends Error {
  override readonly name = 'AssertionError';
  readonly expected: string;
  readonly actual: string;

  constructor(message: string, { expected, received }: Finding) {
    super(message);
    this.expected = printable(expected, longestLine);
    this.actual = printable(received, longestLine);
  }
}

/**
 * What a test fails with: an error for each cause, all of one requirement, with all that it takes to mend it.
 * `again` is the command that runs this test alone.
 */
export function failureOf(findings: readonly Finding[], again: string): Error[] {
  return findings.map((finding, index) => {
    const { requirement, title, means, mend } = finding;
    const also = index === 0 ? '' : `, cause ${index + 1} of ${findings.length}`;
    const evidence = findingLabels(finding).filter(([label]) => label !== 'Expected' && label !== 'Received');
    const labels = [
      ...(index === 0 ? ([['Source', sourceWords(finding)]] as const) : []),
      ...evidence,
      ...(index === 0 || mend !== findings[0]?.mend
        ? ([
            ['Means', means],
            ['Mend', mend],
          ] as const)
        : []),
      ...(index === 0 ? [['Again', again] as const] : []),
    ];
    const lines = labels.map(([label, text]) => `${label.padEnd(9)} ${printable(text, longestLine)}`);
    return new RequirementNotKept([`${requirement}: ${title}${also}`, ...lines].join('\n'), finding);
  });
}
