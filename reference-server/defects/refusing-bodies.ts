import type { Defect } from '../change.ts';
import { editJson, editReading, editResponses } from '../edits.ts';
import { checkNewCategory, parseBody, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

const fault: Reading = { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };

/** Reads bodies refused with this code through `edit`; undefined keeps the reading. */
export const readingRefused = (code: string, edit: (text: string) => Reading | undefined): Defect['change'] =>
  editReading((body, read) => {
    const parsed = parseBody(body);
    const refused = parsed.kind === 'problem' && parsed.problem.code === code;
    return (refused ? edit(new TextDecoder().decode(body)) : undefined) ?? read(body);
  });

/** Reads a text as JSON, and checks it as usual; returns undefined if it is not JSON. */
export function readingOf(text: string): Reading | undefined {
  const parsed = parseBody(new TextEncoder().encode(text));
  return parsed.kind === 'json' ? checkNewCategory(parsed.value) : undefined;
}

export const refusingBodyDefects: readonly Defect[] = [
  {
    id: 'body-null-500',
    title: 'A body of null is answered 500',
    story: 'Fields are read from whatever was parsed.',
    requirements: ['invalid.body-type'],
    change: editJson((value) => (value === null ? fault : undefined)),
  },
  {
    id: 'body-list-imported',
    title: 'A list holding a category creates it',
    story: 'An import shares the endpoint.',
    requirements: ['invalid.body-type'],
    change: editJson((value) =>
      Array.isArray(value) && value.length > 0 ? checkNewCategory(value[0]) : undefined,
    ),
  },
  {
    id: 'body-text-as-name',
    title: 'A body that is a text is taken as the name',
    story: 'The deserialiser builds the model from a single value too.',
    requirements: ['invalid.body-type'],
    change: editJson((value) => (typeof value === 'string' ? checkNewCategory({ name: value }) : undefined)),
  },
  {
    id: 'malformed-500',
    title: 'A body that is not JSON is answered 500',
    story: 'The error of the parser is caught by nobody.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', () => fault),
  },
  {
    id: 'malformed-422',
    title: 'A body that is not JSON is answered 422',
    story: 'The framework has one status for everything it cannot use.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', () => ({
      kind: 'problem',
      problem: problem(422, 'body_not_json', 'The request body is not JSON.'),
    })),
  },
  {
    id: 'form-accepted',
    title: 'A form sent as JSON is accepted',
    story: 'Where JSON fails, the next parser is tried.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', (text) => {
      const name = new URLSearchParams(text).get('name');
      return name === null ? undefined : checkNewCategory({ name });
    }),
  },
  {
    id: 'cut-body-repaired',
    title: 'A body cut short is completed',
    story: 'The parser works on a stream and takes its end for the end of everything open.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', (text) => readingOf(`${text}}`) ?? readingOf(`${text}"}`)),
  },
  {
    id: 'not-utf8-500',
    title: 'A body that is not UTF-8 is answered 500',
    story: 'The error of the decoder is not the one that is caught.',
    requirements: ['invalid.body-bytes'],
    change: readingRefused('body_not_utf8', () => fault),
  },
  {
    id: 'not-utf8-cut',
    title: 'A body that is not UTF-8 has the connection cut',
    story: 'The worker dies while decoding, and a new one is started.',
    requirements: ['invalid.body-bytes'],
    change: editResponses(
      ({ body }) => new TextDecoder().decode(body).includes('"body_not_utf8"'),
      (response) => ({ ...response, delivery: { cut: 'before-answer' } }),
    ),
  },
  {
    id: 'empty-body-500',
    title: 'An empty body is answered 500',
    story: 'The parser returns nothing, and fields are read from it.',
    requirements: ['invalid.body-empty'],
    change: readingRefused('body_missing', () => fault),
  },
  {
    id: 'empty-body-created',
    title: 'An empty body creates a category',
    story: 'No body becomes an empty model, and the model has defaults.',
    requirements: ['invalid.body-empty'],
    change: readingRefused('body_missing', () => checkNewCategory({ name: 'unnamed' })),
  },
];
