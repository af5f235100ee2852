import {
  type Draft,
  type FastCheck,
  type FaultClass,
  markPlace,
  sizeOf,
} from '../../src/payloads/fault-class.ts';
import { poisonBodies, unstatedBodies } from '../../src/payloads/unstated.ts';
import { requirement } from '../../src/spec/catalog.ts';
import { csv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';

const list = 'invalid-bodies.csv';
/** Generated bodies per class in the list. */
const examples = 24;
/** Characters of a body in the list. */
const longest = 200;

/** Returns docs/invalid-bodies.md and its list: the fault classes, their fixed bodies, and examples of generated ones. */
export function bodiesDocuments(fc: FastCheck, classes: readonly FaultClass[]): Documents {
  const bodies = classes.flatMap((faultClass) => {
    const { id, smallest, first, arbitrary } = faultClass;
    const row = (kind: string) => (draft: Draft) => [
      ...[id, kind, draft.label, textOf(draft), sizeOf(draft)],
    ];
    return [
      ...smallest.map(row('fixed')),
      ...(first === undefined ? [] : [first].map(row('first'))),
      ...fc.sample(arbitrary, { seed: 1, numRuns: examples }).map(row('generated')),
    ];
  });
  return {
    [`data/${list}`]: csv(['class', 'kind', 'label', 'body', 'bytes'], bodies),
    'invalid-bodies.md': pageText(classes),
  };
}

function pageText(classes: readonly FaultClass[]): string {
  const ids = [...new Set(classes.map((one) => one.requirement))];
  const sections = ids.flatMap((id) => {
    const own = classes.filter((one) => one.requirement === id);
    return [
      `## ${code(id)}`,
      `${requirement(id).title}.`,
      ...[...new Set(own.map(contrast))].flatMap((words) => [
        words,
        markdownTable(
          ['Class', 'Fault', 'First body'],
          own
            .filter((one) => contrast(one) === words)
            .map((one) => [
              code(one.id),
              `${one.fault}${notes(one)}`,
              code(textOf(one.first ?? one.smallest[0] ?? { label: '', text: '' })),
            ]),
        ),
      ]),
    ];
  });
  return `${[
    '<!-- Written by `npm run requirements`. A test compares it with what that command writes. -->',
    '# Invalid bodies',
    `The kit sends bodies from ${classes.length} fault classes to POST /categories. Each body has exactly one fault, and the requirement of its
class decides what a wrong response violates. ${code(markPlace)} is the place of a name that no other run uses.
[What generated bodies find](payloads.md) measures how soon runs with different seeds find weak validators.

[The list](data/${list}) has all fixed bodies of each class, the smallest first, and ${examples} generated ones.`,
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

function notes({ alike, rotates }: FaultClass): string {
  const all = [
    ...(alike ? ['bodies differ only in whitespace'] : []),
    ...(rotates ? ['takes turns with others'] : []),
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
