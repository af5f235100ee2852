import { checkNewCategory } from '../../../reference-server/new-category.ts';
import {
  badDescription,
  badName,
  depthOf,
  type Outcome,
  onBody,
  onDescription,
  onName,
  onObject,
  refuse,
  store,
  type WeakValidator,
  weak,
} from './weak.ts';

/** Accepts names of the wrong type, or returns 500, depending on the value. */
const names = (
  about: Pick<WeakValidator, 'id' | 'title' | 'story'>,
  example: string,
  commonMistakes: (name: unknown) => boolean,
  then: (name: unknown, description?: string) => Outcome = store,
): WeakValidator =>
  weak({
    ...about,
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example,
    judge: onName((name, { description }) => {
      if (typeof name === 'string') return badName(name) ? refuse() : store(name, description);
      return commonMistakes(name) ? then(name, description) : refuse();
    }),
  });

/** Validators that depend on the value, or on the size of the body. */
export const valueValidators = [
  names(
    {
      id: 'name-zero',
      title: 'A name of 0 is accepted',
      story: 'An old client sends 0 for a category that has no name yet.',
    },
    '{"name":0}',
    (name) => name === 0,
  ),
  names(
    {
      id: 'name-negative',
      title: 'Negative numbers are accepted as name',
      story: 'The type is told by the first letter of the token: a digit, `t`, `f`, `n`, `[` or `{`.',
    },
    '{"name":-1}',
    (name) => typeof name === 'number' && name < 0,
  ),
  names(
    {
      id: 'name-fraction',
      title: 'Fractions are accepted as name',
      story: '`Number.isInteger(name)` is refused as an id that was sent by mistake.',
    },
    '{"name":0.5}',
    (name) => typeof name === 'number' && !Number.isInteger(name),
  ),
  names(
    {
      id: 'name-beyond-int32',
      title: 'A name that is a number beyond 32 bits returns 500',
      story: 'The message of the error formats the value as int32.',
    },
    '{"name":2147483648}',
    (name) => typeof name === 'number' && Math.abs(name) > 2 ** 31 - 1,
    () => refuse(500),
  ),
  names(
    {
      id: 'name-long-integer',
      title: 'Integers beyond 2^53 are accepted as name',
      story: 'The parser stores big integers as texts, to lose no digit, before types are checked.',
    },
    '{"name":9007199254740993}',
    (name) => Number.isInteger(name) && !Number.isSafeInteger(name),
  ),
  names(
    {
      id: 'name-true',
      title: 'A name of true is accepted',
      story: '`name === true` is what a checkbox of that name sends.',
    },
    '{"name":true}',
    (name) => name === true,
  ),
  names(
    {
      id: 'name-empty-array',
      title: 'An empty array is accepted as name',
      story: 'PHP writes what is empty as `[]`, so it is taken for an empty text.',
    },
    '{"name":[]}',
    (name) => Array.isArray(name) && name.length === 0,
    (_, description) => store('', description),
  ),
  names(
    {
      id: 'name-empty-object',
      title: 'An empty object is accepted as name',
      story: '`isEmpty(name)` of a library is true of it, and stands for "not given".',
    },
    '{"name":{}}',
    (name) => JSON.stringify(name) === '{}',
  ),
  names(
    {
      id: 'name-array-of-texts',
      title: 'Arrays that contain only strings are accepted as name',
      story: '`[name].flat().every((part) => typeof part === "string")`.',
    },
    '{"name":["a","b"]}',
    (name) => Array.isArray(name) && name.every((part) => typeof part === 'string'),
  ),
  names(
    {
      id: 'name-nested-deep',
      title: 'A name nested deeper than 32 returns 500',
      story: 'The serialiser of the error stops at a depth of 32 and throws.',
    },
    `{"name":${'['.repeat(33)}${']'.repeat(33)}}`,
    (name) => depthOf(name) > 32,
    () => refuse(500),
  ),
  weak({
    id: 'long-body-unchecked',
    title: 'Types are not checked in bodies of more than 100 bytes',
    story: 'Larger bodies are checked by a worker, and nobody waits for its answer.',
    requirements: ['invalid.name-type', 'invalid.description-type'],
    exposedBy: 'some values',
    example: `{"name":"${'cat '.repeat(30)}","description":1}`,
    judge: (bytes) =>
      onObject((body) => {
        if (body.name === undefined) return refuse();
        const wrong = badName(body.name) || badDescription(body.description);
        return wrong && bytes.length <= 100 ? refuse() : store(body.name, body.description);
      })(bytes),
  }),
  weak({
    id: 'short-body-unchecked',
    title: 'The name is not checked in bodies of less than 12 bytes',
    story: 'The shortest category that matters is longer, so such a body is taken for a ping and stored.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'some values',
    example: '{}',
    judge: (bytes) =>
      onObject((body) => {
        const wrong = badName(body.name) || badDescription(body.description);
        return wrong && bytes.length >= 12 ? refuse() : store(body.name, body.description);
      })(bytes),
  }),
  weak({
    id: 'description-integer',
    title: 'Whole numbers are accepted as description',
    story: 'Numbers of articles were once kept in that column.',
    requirements: ['invalid.description-type'],
    exposedBy: 'some values',
    example: '{"name":"cat","description":42}',
    judge: onDescription((description, { name }) =>
      typeof description === 'string' || Number.isInteger(description) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'description-texts-joined',
    title: 'Arrays of strings are accepted as description',
    story: 'Lines may be sent as an array, and are joined.',
    requirements: ['invalid.description-type'],
    exposedBy: 'some values',
    example: '{"name":"cat","description":["a"]}',
    judge: onDescription((description, { name }) => {
      if (typeof description === 'string') return store(name, description);
      if (!Array.isArray(description) || description.length === 0) return refuse();
      return description.every((line) => typeof line === 'string')
        ? store(name, description.join('\n'))
        : refuse();
    }),
  }),
  weak({
    id: 'body-short-array',
    title: 'A body that is an array of exactly two items is accepted',
    story: 'Rows may come as `[name, description]`, as the export writes them.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '["cat","A cat"]',
    judge: onBody((body: unknown) => {
      if (!Array.isArray(body)) return checkNewCategory(body);
      return body.length === 2 ? store(body[0], body[1]) : refuse();
    }),
  }),
];
