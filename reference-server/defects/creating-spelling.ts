import type { Defect } from '../change.ts';
import { editReading } from '../edits.ts';
import { invalid } from '../new-category.ts';
import { problem } from '../problem.ts';

const text = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

/** A pattern for a quoted string, escapes included. */
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const inOrder = new RegExp(
  String.raw`^\s*\{\s*"name"\s*:\s*${quoted}\s*(?:,\s*"description"\s*:\s*${quoted}\s*)?\}\s*$`,
  's',
);
const compact = new RegExp(String.raw`^\{"\w+":${quoted}(?:,"\w+":${quoted})*\}$`, 's');

/** Refuses categories whose body has another spelling than expected, although it is valid JSON. */
const refusingUnless = (expected: RegExp) =>
  editReading((body, read) => {
    const reading = read(body);
    return reading.kind === 'category' && !expected.test(text(body))
      ? invalid('body_not_understood', 'The request body is not understood.')
      : reading;
  });

/** Servers that know only one spelling of JSON, although clients use others. */
export const creatingSpellingDefects: readonly Defect[] = [
  {
    id: 'description-missing-409',
    title: 'A category without description returns 409',
    story: 'A unique index covers the description, and two that are missing count as equal.',
    requirements: ['create.description-optional'],
    change: editReading((body, read) => {
      const reading = read(body);
      return reading.kind === 'category' && reading.category.description === undefined
        ? { kind: 'problem', problem: problem(409, 'description_taken', 'There is such a category.') }
        : reading;
    }),
  },
  {
    id: 'key-order-demanded',
    title: 'A category whose description stands first is refused',
    story: 'The body is read with a pattern that was made from one example.',
    requirements: ['create.created'],
    change: refusingUnless(inOrder),
  },
  {
    id: 'white-space-refused',
    title: 'A category with white space between the tokens is refused',
    story: 'A filter in front of the service knows the compact form of one client alone.',
    requirements: ['create.created'],
    change: refusingUnless(compact),
  },
  {
    id: 'escapes-kept',
    title: 'Escapes of letters are stored as they are written',
    story: 'The texts are cut out of the body between their quotes.',
    requirements: ['create.fields'],
    change: editReading((body, read) => {
      const reading = read(body);
      const [, written] = /"description"\s*:\s*"((?:[^"\\]|\\.)*)"/s.exec(text(body)) ?? [];
      // Quotes, backslashes and the like are undone by hand; escapes by number were forgotten.
      if (reading.kind !== 'category' || written === undefined || !/\\u00[0-9a-f]{2}/i.test(written))
        return reading;
      return { ...reading, category: { ...reading.category, description: written } };
    }),
  },
  {
    id: 'surrogate-pairs-halved',
    title: 'Of a character beyond 16 bits that is written as two escapes, two question marks are stored',
    story: 'Each escape is turned into a character of its own before the text is stored as UTF-8.',
    requirements: ['create.text'],
    needs: ['thorough'],
    change: editReading((body, read) => {
      const reading = read(body);
      if (reading.kind !== 'category' || !/\\ud[89ab]/i.test(text(body))) return reading;
      const halved = (value: string) => value.replace(/[\u{10000}-\u{10ffff}]/gu, '??');
      const { name, description } = reading.category;
      const category = {
        name: halved(name),
        ...(description === undefined ? {} : { description: halved(description) }),
      };
      return { kind: 'category', category };
    }),
  },
];
