import { inGentle } from '../../src/payloads/budget.ts';
import { type FastCheck, type FaultClass, markPlace, sizeOf } from '../../src/payloads/fault-class.ts';
import { generatePayloads } from '../../src/payloads/generate.ts';
import { poisonBodies, unstatedBodies } from '../../src/payloads/unstated.ts';
import { grouped } from '../../src/text/grouped.ts';
import { code, markdownTable } from '../docs/written.ts';

/** How many bodies of each class are generated. The page shows the shortest. */
const examples = 24;
/** The maximum number of characters of a body on the page. */
const longest = 60;

const isInTurns = ({ turn }: FaultClass): boolean => turn === 'in turns';

/** Returns the table of the kinds of invalid bodies, one row for each requirement. */
function kindsTable(fc: FastCheck, classes: readonly FaultClass[]): string {
  const ids = [...new Set(classes.map(({ requirement }) => requirement))].toSorted();
  return markdownTable(
    ['Requirement', 'In every standard run', 'In some standard runs', 'Example'],
    ids.map((id) => {
      const own = classes.filter(({ requirement }) => requirement === id);
      const [first] = own.filter((one) => exampleOf(fc, one) !== '');
      return [
        code(id),
        faultsOf(own.filter((one) => !isInTurns(one))),
        faultsOf(own.filter(isInTurns)),
        first === undefined ? '' : code(exampleOf(fc, first)),
      ];
    }),
  );
}

/** Joins faults, and writes the beginning that many of them share ("name is") only once. */
function faultsOf(classes: readonly FaultClass[]): string {
  const parts = classes.map(({ fault }) => /^(?:(name|description|the body) is )?(.*)$/.exec(fault) ?? []);
  const groups = grouped(parts, ([, subject = '']) => subject);
  return [...groups]
    .map(([subject, some]) => {
      const ends = some.map(([, , end = '']) => end);
      return subject === '' ? ends.join('; ') : `${subject} is ${ends.join(', ')}`;
    })
    .join('; ');
}

/** Returns the paragraphs about the invalid bodies that a run sends. */
export function bodiesText(fc: FastCheck, classes: readonly FaultClass[]): string[] {
  const turns = classes.filter(isInTurns).length;
  const names = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name).join('; ');
  const noted = [...new Set(unstatedBodies.map(({ requirement }) => requirement))].map((id) => [
    `noted under ${code(id)}`,
    names(unstatedBodies.filter(({ requirement }) => requirement === id)),
  ]);
  return [
    '## Kinds of invalid bodies',
    `The kit sends invalid bodies of ${classes.length} kinds to POST /categories, and each body has exactly one fault. The seed of the run determines
the wrong value, the valid rest, the order of the members, whitespace and escapes. In the examples, ${code(markPlace)} stands for a name
that no other run uses.`,
    kindsTable(fc, classes),
    `A standard run sends ${classes.length - turns} kinds, and as many of the other ${turns} kinds as the quota allows. The seed selects which of these come
first, and which values of each kind the run sends. A standard run sends up to 60 bodies, and one with \`--profile thorough\` up to 400.
A gentle run sends ${Object.values(inGentle).reduce((sum, count) => sum + count)} bodies, so that ten runs on consecutive dates include every kind.`,
    `Only thorough runs send the following bodies. The specification does not define a response to most of them. The kit sends the last two
groups at the end of the run, because a faulty server may store such a body and then fail permanently.`,
    markdownTable(
      ['Group', 'Bodies'],
      [
        ...noted,
        ['invalid, sent last', names(poisonBodies.filter(({ creates }) => !creates))],
        ['may create a category, sent last', names(poisonBodies.filter(({ creates }) => creates))],
      ],
    ),
  ];
}

/** Returns the shortest of some generated bodies of a class. */
function exampleOf(fc: FastCheck, faultClass: FaultClass): string {
  const drafts = generatePayloads(fc, [faultClass], 1, examples).map(({ draft }) => draft);
  const [shortest] = drafts.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return onOneLine(shortest?.text ?? '');
}

/** Writes a body on one line, with escapes for what is not printable. */
function onOneLine(text: string): string {
  const escaped = text.replace(/[^\x20-\x7e]/g, (letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return letter === '\n' ? '\\n' : letter === '\t' ? '\\t' : `\\u${hex.padStart(4, '0')}`;
  });
  return escaped.length <= longest ? escaped : `${escaped.slice(0, longest)}…`;
}
