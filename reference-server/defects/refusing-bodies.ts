import type { Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editJson, editReading, editResponses } from '../changes/edits.ts';
import { checkNewCategory, parseBody, type Reading } from '../new-category.ts';
import { problem } from '../problem.ts';

const fault: Reading = { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };

/** Passes bodies refused with this code through `edit`; undefined keeps the original result. */
export const readingRefused = (code: string, edit: (text: string) => Reading | undefined): Defect['change'] =>
  editReading((body, read) => {
    const parsed = parseBody(body);
    const refused = parsed.kind === 'problem' && parsed.problem.code === code;
    return (refused ? edit(new TextDecoder().decode(body)) : undefined) ?? read(body);
  });

/** Parses and checks a string as JSON; returns undefined if it is not JSON. */
export function readingOf(text: string): Reading | undefined {
  const parsed = parseBody(new TextEncoder().encode(text));
  return parsed.kind === 'json' ? checkNewCategory(parsed.value) : undefined;
}

export const refusingBodyDefects: readonly Defect[] = [
  {
    id: 'body-null-500',
    title: 'Returns 500 for a body of null',
    story: 'Fields are read from any parsed value.',
    requirements: ['invalid.body-type'],
    change: editJson((value) => (value === null ? fault : undefined)),
  },
  {
    id: 'body-list-imported',
    title: 'Accepts a one-element list and creates its category',
    story: 'A bulk import uses the same endpoint.',
    requirements: ['invalid.body-type'],
    change: editJson((value) =>
      Array.isArray(value) && value.length === 1 ? checkNewCategory(value[0]) : undefined,
    ),
  },
  {
    id: 'body-text-as-name',
    title: 'Accepts a string body as the name',
    story: 'The deserializer also builds the model from a single value.',
    requirements: ['invalid.body-type'],
    change: editJson((value) => (typeof value === 'string' ? checkNewCategory({ name: value }) : undefined)),
  },
  {
    id: 'malformed-500',
    title: 'Returns 500 for a body that is not JSON',
    story: "The parser's error is not caught.",
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', () => fault),
  },
  {
    id: 'malformed-422',
    title: 'Returns 422 for a body that is not JSON',
    story: 'The framework has one status for all unusable bodies.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', () => ({
      kind: 'problem',
      problem: problem(422, 'body_not_json', 'The request body is not JSON.'),
    })),
  },
  {
    id: 'form-accepted',
    title: 'Accepts a form sent as JSON',
    story: 'If JSON fails, the next parser is tried.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', (text) => {
      const name = new URLSearchParams(text).get('name');
      return name === null ? undefined : checkNewCategory({ name });
    }),
  },
  {
    id: 'cut-body-repaired',
    title: 'Completes a truncated body',
    story: 'The streaming parser closes all open values at the end of the body.',
    requirements: ['invalid.body-malformed'],
    change: readingRefused('body_not_json', (text) => readingOf(`${text}}`) ?? readingOf(`${text}"}`)),
  },
  {
    id: 'not-utf8-500',
    title: 'Returns 500 for a body that is not UTF-8',
    story: "A filter refuses unclosed bodies, and the code behind it does not catch the decoder's error.",
    requirements: ['invalid.body-bytes'],
    change: readingRefused('body_not_utf8', (text) => (text.trimEnd().endsWith('}') ? fault : undefined)),
  },
  {
    id: 'not-utf8-cut',
    title: 'Closes the connection for a body that is not UTF-8',
    story: 'The worker crashes while decoding and is restarted.',
    // A body that is cut in the middle of a character is not valid UTF-8 either.
    requirements: ['invalid.body-bytes', 'invalid.body-malformed'],
    change: editResponses(
      ({ body }) => new TextDecoder().decode(body).includes('"body_not_utf8"'),
      (response) => withDelivery(response, { cut: 'before-response' }),
    ),
  },
  {
    id: 'empty-body-500',
    title: 'Returns 500 for an empty body',
    story: 'The parser returns nothing, and fields are read from it.',
    requirements: ['invalid.body-empty'],
    change: readingRefused('body_missing', () => fault),
  },
  {
    id: 'empty-body-created',
    title: 'Creates a category for an empty body',
    story: 'An empty body becomes an empty model with defaults.',
    requirements: ['invalid.body-empty'],
    change: readingRefused('body_missing', () => checkNewCategory({ name: 'unnamed' })),
  },
];
