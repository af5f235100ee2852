import { type Change, type ChangeKind, type Difference, hasNew } from '../../diff/diff.ts';
import { painter } from '../colour.ts';
import { changeHeadings, differenceSentence, reportWords } from '../diff-words.ts';
import { field, item, type Page, part } from './block.ts';
import type { TerminalOptions } from './terminal.ts';

const colours: Readonly<Partial<Record<ChangeKind, 'red' | 'green' | 'yellow'>>> = {
  new: 'red',
  changed: 'red',
  'newly checked': 'yellow',
  waived: 'yellow',
  'no longer exercised': 'yellow',
  fixed: 'green',
};

/** A difference as a text for people; what makes the two hard to compare comes first, the verdict last. */
export function terminalDiff(
  difference: Difference,
  options: Pick<TerminalOptions, 'colour' | 'width'>,
): string {
  const page: Page = { width: Math.min(110, Math.max(60, options.width)), paint: painter(options.colour) };
  const groups = changeHeadings.map(([kind, heading]) => {
    const changes = difference.changes.filter((change) => change.kind === kind);
    return part(
      page,
      heading,
      changes.length,
      changes.flatMap((change) => changeLines(page, change)),
    );
  });
  const end = [
    ...field(page, 'Before', reportWords(difference.old)),
    ...field(page, 'Now', reportWords(difference.new)),
    ...field(page, 'Target', difference.new.target),
  ];
  const word = hasNew(difference) ? 'SOMETHING NEW (exit status 1)' : 'NOTHING NEW (exit status 0)';
  const last = `petstore-conformance: ${word} ${differenceSentence(difference)}`;
  const caveats = difference.caveats.flatMap((caveat) => item(page, caveat));
  return `${[
    part(page, 'Hard to compare', difference.caveats.length, caveats),
    ...groups,
    [...end, page.paint('bold', last)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function changeLines(
  page: Page,
  { kind, requirement, signature, expected, received, before, note }: Change,
): string[] {
  const colour = colours[kind];
  const [head = '', ...more] = item(page, `${requirement}  ${failureWords(signature, requirement)}`);
  return [
    ...[head, ...more].map((line) => (colour === undefined ? line : page.paint(colour, line))),
    ...(kind === 'fixed' || kind === 'no longer exercised'
      ? []
      : item(page, `expected ${expected}, received ${received}`).map(indent)),
    ...(before === undefined ? [] : item(page, `before: ${failureWords(before, requirement)}`).map(indent)),
    ...(note === undefined ? [] : item(page, note).map(indent)),
  ];
}

/** A signature without the requirement that it begins with. */
function failureWords(signature: string, requirement: string): string {
  return signature.startsWith(`${requirement}: `) ? signature.slice(requirement.length + 2) : signature;
}

function indent(line: string): string {
  return line.replace('  · ', '      ').replace(/^(│ )( {4})(?! {2})/, '$1      ');
}
