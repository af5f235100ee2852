import { painter } from '../../text/colour.ts';
import { escapedAlready, printableWhole, type Shown, shown } from '../../text/shown.ts';
import { type Change, type ChangeKind, type Difference, hasNew } from '../diff.ts';
import { changeHeadings, differenceSentence, reportWords } from '../diff-words.ts';
import { field, item, type Page, paged, part } from './block.ts';
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
): Shown {
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
  const last = shown`petstore-conformance: ${word} ${printableWhole(differenceSentence(difference))}`;
  const caveats = difference.caveats.flatMap((caveat) => item(page, caveat));
  const parts = [
    part(page, 'Hard to compare', difference.caveats.length, caveats),
    ...groups,
    [...end, page.paint('bold', last)],
  ];
  return paged(parts);
}

function changeLines(
  page: Page,
  { kind, requirement, signature, expected, received, before, note }: Change,
): Shown[] {
  const colour = colours[kind];
  const lines = item(page, `${requirement}  ${failureWords(signature, requirement)}`);
  return [
    ...lines.map((line) => (colour === undefined ? line : page.paint(colour, line))),
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

function indent(line: Shown): Shown {
  return escapedAlready(line.replace('  · ', '      ').replace(/^(│ )( {4})(?! {2})/, '$1      '));
}
