import { inGentle } from '../../src/payloads/budget.ts';
import {
  type Draft,
  type FastCheck,
  type FaultClass,
  markPlace,
  sizeOf,
} from '../../src/payloads/fault-class.ts';
import { generatePayloads } from '../../src/payloads/generate.ts';
import { poisonBodies, unstatedBodies } from '../../src/payloads/unstated.ts';
import { requirement } from '../../src/spec/catalog.ts';
import { csv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';

const list = 'invalid-bodies.csv';
/** Generated bodies per class in the list. */
const examples = 24;
/** Characters of a body in the list. */
const longest = 200;

/** Returns docs/invalid-bodies.md and its list: the fault classes, and examples of their bodies. */
export function bodiesDocuments(fc: FastCheck, classes: readonly FaultClass[]): Documents {
  const bodies = classes.map((faultClass) => ({
    faultClass,
    drafts: generatePayloads(fc, [faultClass], 1, examples)
      .map(({ draft }) => draft)
      .toSorted((one, other) => sizeOf(one) - sizeOf(other)),
  }));
  const rows = bodies.flatMap(({ faultClass: { id }, drafts }) =>
    drafts.map((draft) => [id, draft.label, textOf(draft), sizeOf(draft)]),
  );
  const shortest = new Map(bodies.map(({ faultClass: { id }, drafts }) => [id, drafts[0]]));
  return {
    [`data/${list}`]: csv(['class', 'label', 'body', 'bytes'], rows),
    'invalid-bodies.md': pageText(classes, shortest),
  };
}

/** Returns the table of the budget: how many classes of each group a run sends. */
function budgetTable(classes: readonly FaultClass[]): string {
  const groups = Object.entries(inGentle).map(([group, gentle]) => {
    const own = classes.filter((one) => one.group === group);
    return [group, own.filter(({ turn }) => turn !== 'in turns').length, inTurns(own), gentle];
  });
  const sum = (at: number) => groups.reduce((total, row) => total + Number(row[at]), 0);
  return markdownTable(
    ['Group', 'In every standard run', 'In turns', 'In a gentle run'],
    [...groups, ['all', sum(1), sum(2), sum(3)]],
  );
}

const inTurns = (some: readonly FaultClass[]): number =>
  some.filter(({ turn }) => turn === 'in turns').length;

function pageText(classes: readonly FaultClass[], shortest: ReadonlyMap<string, Draft | undefined>): string {
  const ids = [...new Set(classes.map((one) => one.requirement))];
  const sections = ids.flatMap((id) => {
    const own = classes.filter((one) => one.requirement === id);
    return [
      `## ${code(id)}`,
      `${requirement(id).title}.`,
      ...[...new Set(own.map(contrast))].flatMap((words) => [
        words,
        markdownTable(
          ['Class', 'Fault', 'For example'],
          own
            .filter((one) => contrast(one) === words)
            .map((one) => [
              code(one.id),
              `${one.fault}${notes(one)}`,
              code(textOf(shortest.get(one.id) ?? { label: '', text: '' })),
            ]),
        ),
      ]),
    ];
  });
  return `${[
    '<!-- Written by `npm run requirements`. A test compares it with what that command writes. -->',
    '# Invalid bodies',
    `The kit sends bodies from ${classes.length} fault classes to POST /categories. fast-check generates each body from the seed of the run: the
wrong value, the valid rest, the order of the members, whitespace and escapes. Each body has exactly one fault, and the requirement
of its class decides what a wrong response violates. ${code(markPlace)} is the place of a name that no other run uses.
[What generated bodies find](payloads.md) measures how soon runs with different seeds find weak validators.

[The list](data/${list}) has ${examples} bodies of each class.`,
    '## How many of them a run sends',
    `A run on the Free plan makes 60 requests within its limit. About 17 of them are lists, creations and other operations, so
${classes.length - inTurns(classes)} bodies fit, and one of the ${inTurns(classes)} classes that are sent in turns. The seed selects it. A run with a higher limit sends up to 60
bodies, and \`--profile thorough\` up to 400. A gentle run sends 14. The seed selects which, so that ten consecutive dates visit every
class.`,
    budgetTable(classes),
    ...sections,
    '## Bodies that the specification does not mention',
    'Sent only with `--profile thorough`. The response is noted and never judged.',
    markdownTable(
      ['Requirement', 'Body', 'Content-Type', 'Bytes'],
      unstatedBodies.map(({ requirement: id, name, body, contentType = 'application/json' }) => [
        ...[code(id), name, code(contentType), body(markPlace).length],
      ]),
    ),
    '## Bodies that may break a server',
    `Sent last, and only with \`--profile thorough\`: a faulty server may store such a body and then fail on it permanently.`,
    markdownTable(
      ['Body', 'May create a category', 'Bytes', 'Text'],
      poisonBodies.map(({ name, creates, body }) => {
        const bytes = Buffer.from(body(markPlace));
        const text = textOf({ label: '', text: bytes.toString('latin1') });
        return [name, creates ? 'yes' : 'no', bytes.length, code(text)];
      }),
    ),
  ].join('\n\n')}\n`;
}

function contrast({ control, accepted }: FaultClass): string {
  return `Valid would be ${control}. If the server accepts such a body: ${accepted}.`;
}

function notes({ alike, turn }: FaultClass): string {
  const all = [
    ...(alike ? ['a single value'] : []),
    ...(turn === 'in turns' ? ['sent in turns with others'] : []),
  ];
  return all.length === 0 ? '' : ` (${all.join(', ')})`;
}

/** Writes a body on one line, with escapes for what is not printable. */
function textOf({ text }: Draft): string {
  const escaped = text.replace(/[^\x20-\x7e]/g, (letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    return letter === '\n' ? '\\n' : letter === '\t' ? '\\t' : `\\u${hex.padStart(4, '0')}`;
  });
  return escaped.length <= longest ? escaped : `${escaped.slice(0, longest)}… (${escaped.length} characters)`;
}
