import { inGentle } from '../../src/payloads/budget.ts';
import { type FastCheck, type FaultClass, markPlace, sizeOf } from '../../src/payloads/fault-class.ts';
import { generatePayloads } from '../../src/payloads/generate.ts';
import { poisonBodies, unstatedBodies } from '../../src/payloads/unstated.ts';
import { code, markdownTable } from '../docs/written.ts';

/** Generated bodies of each class; the page shows the shortest. */
const examples = 24;
/** Characters of a body on the page. */
const longest = 60;

/** Returns the table of the budget: how many classes of each group a run sends. */
function budgetTable(classes: readonly FaultClass[]): string {
  const groups = Object.entries(inGentle).map(([group, gentle]) => {
    const own = classes.filter((one) => one.group === group);
    return [group, own.filter(({ turn }) => turn !== 'in turns').length, inTurns(own), gentle];
  });
  const sum = (at: number) => groups.reduce((total, row) => total + Number(row[at]), 0);
  return markdownTable(
    ['Group', 'In every standard run', 'Taking turns', 'In a gentle run'],
    [...groups, ['all', sum(1), sum(2), sum(3)]],
  );
}

const inTurns = (some: readonly FaultClass[]): number =>
  some.filter(({ turn }) => turn === 'in turns').length;

/** Returns the paragraphs about the invalid bodies that a run sends. */
export function bodiesText(fc: FastCheck, classes: readonly FaultClass[]): string[] {
  return [
    '## Kinds of invalid bodies',
    `The kit sends bodies of ${classes.length} kinds to POST /categories, and each body has exactly one fault. fast-check
generates the wrong value, the valid rest, the order of the members, whitespace and escapes from the seed of the run. In the
examples, ${code(markPlace)} stands for a name that no other run uses.`,
    markdownTable(
      ['Requirement', 'Fault', 'For example'],
      classes.map((one) => [code(one.requirement), `${one.fault}${notes(one)}`, code(exampleOf(fc, one))]),
    ),
    `A standard run sends ${classes.length - inTurns(classes)} kinds each time and, if there is room, the ${inTurns(classes)} kinds that take turns; the seed selects which come
first. Within a kind, the families of values take turns, too. A standard run sends up to 60 bodies, and \`--profile thorough\` sends up to 400. A gentle run sends 14 bodies, and the seed selects
which, so that ten consecutive dates visit every kind.`,
    budgetTable(classes),
    '### Bodies that only thorough runs send',
    'The specification says nothing about the bodies in the first table, so the kit notes the response and does not judge it.',
    markdownTable(
      ['Requirement', 'Body', 'Content-Type', 'Bytes'],
      unstatedBodies.map(({ requirement: id, name, body, contentType = 'application/json' }) => [
        ...[code(id), name, code(contentType), body(markPlace).length],
      ]),
    ),
    'The kit sends the bodies in the second table last, because a faulty server may store such a body and then fail on it permanently.',
    markdownTable(
      ['Body', 'May create a category', 'Bytes', 'Text'],
      poisonBodies.map(({ name, creates, body }) => {
        const bytes = Buffer.from(body(markPlace));
        return [name, creates ? 'yes' : 'no', bytes.length, code(onOneLine(bytes.toString('latin1')))];
      }),
    ),
  ];
}

/** Returns the shortest of some generated bodies of a class. */
function exampleOf(fc: FastCheck, faultClass: FaultClass): string {
  const drafts = generatePayloads(fc, [faultClass], 1, examples).map(({ draft }) => draft);
  const [shortest] = drafts.toSorted((one, other) => sizeOf(one) - sizeOf(other));
  return onOneLine(shortest?.text ?? '');
}

function notes({ turn }: FaultClass): string {
  return turn === 'in turns' ? ' (takes turns)' : '';
}

/** Writes a body on one line, with escapes for what is not printable. */
function onOneLine(text: string): string {
  const escaped = text.replace(/[^\x20-\x7e]/g, (letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return letter === '\n' ? '\\n' : letter === '\t' ? '\\t' : `\\u${hex.padStart(4, '0')}`;
  });
  return escaped.length <= longest ? escaped : `${escaped.slice(0, longest)}…`;
}
