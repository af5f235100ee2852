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

/** Accepts certain names of the wrong type, or returns 500 for them. */
const names = (
  about: Pick<WeakValidator, 'id' | 'title' | 'story'>,
  example: string,
  isAccepted: (name: unknown) => boolean,
  then: (name: unknown, description?: string) => Outcome = store,
): WeakValidator =>
  weak({
    ...about,
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example,
    judge: onName((name, { description }) => {
      if (typeof name === 'string') return badName(name) ? refuse() : store(name, description);
      return isAccepted(name) ? then(name, description) : refuse();
    }),
  });

/** Validators that depend on the value, or on the size of the body. */
export const valueValidators = [
  names(
    {
      id: 'name-zero',
      title: 'A name of 0 is accepted',
      story: 'An old client sends 0 for a category without a name.',
    },
    '{"name":0}',
    (name) => name === 0,
  ),
  names(
    {
      id: 'name-negative',
      title: 'Negative numbers are accepted as a name',
      story: 'The first character of a token decides its type: a digit, `t`, `f`, `n`, `[` or `{`.',
    },
    '{"name":-1}',
    (name) => typeof name === 'number' && name < 0,
  ),
  names(
    {
      id: 'name-fraction',
      title: 'Fractions are accepted as a name',
      story: '`Number.isInteger(name)` refuses ids that were sent by mistake.',
    },
    '{"name":0.5}',
    (name) => typeof name === 'number' && !Number.isInteger(name),
  ),
  names(
    {
      id: 'name-beyond-int32',
      title: 'A number beyond 32 bits as the name returns 500',
      story: 'The error message formats the value as int32.',
    },
    '{"name":2147483648}',
    (name) => typeof name === 'number' && Math.abs(name) > 2 ** 31 - 1,
    () => refuse(500),
  ),
  names(
    {
      id: 'name-long-integer',
      title: 'Integers beyond 2^53 are accepted as a name',
      story: 'The parser reads big integers as strings, to keep all digits, before types are checked.',
    },
    '{"name":9007199254740993}',
    (name) => Number.isInteger(name) && !Number.isSafeInteger(name),
  ),
  names(
    {
      id: 'name-true',
      title: 'A name of true is accepted',
      story: 'A checkbox of that name sends `true`.',
    },
    '{"name":true}',
    (name) => name === true,
  ),
  names(
    {
      id: 'name-empty-array',
      title: 'An empty array is accepted as a name',
      story: 'PHP serializes empty values as `[]`, so it counts as an empty string.',
    },
    '{"name":[]}',
    (name) => Array.isArray(name) && name.length === 0,
    (_, description) => store('', description),
  ),
  names(
    {
      id: 'name-empty-object',
      title: 'An empty object is accepted as a name',
      story: 'A library\'s `isEmpty(name)` is true for it, and means "not given".',
    },
    '{"name":{}}',
    (name) => JSON.stringify(name) === '{}',
  ),
  names(
    {
      id: 'name-array-of-texts',
      title: 'Arrays of strings are accepted as a name',
      story: '`[name].flat().every((part) => typeof part === "string")`.',
    },
    '{"name":["a","b"]}',
    (name) => Array.isArray(name) && name.every((part) => typeof part === 'string'),
  ),
  names(
    {
      id: 'name-nested-deep',
      title: 'A name nested deeper than 32 returns 500',
      story: 'The error serializer throws beyond a depth of 32.',
    },
    `{"name":${'['.repeat(33)}${']'.repeat(33)}}`,
    (name) => depthOf(name) > 32,
    () => refuse(500),
  ),
  weak({
    id: 'long-body-unchecked',
    title: 'Types are not checked in bodies of more than 100 bytes',
    story: 'A worker checks larger bodies, and its result is not awaited.',
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
    title: 'The name is not checked in bodies of fewer than 12 bytes',
    story: 'Real categories are longer, so such a body counts as a ping and is stored.',
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
    title: 'Integers are accepted as a description',
    story: 'The column once contained article numbers.',
    requirements: ['invalid.description-type'],
    exposedBy: 'some values',
    example: '{"name":"cat","description":42}',
    judge: onDescription((description, { name }) =>
      typeof description === 'string' || Number.isInteger(description) ? store(name, description) : refuse(),
    ),
  }),
  weak({
    id: 'description-texts-joined',
    title: 'Arrays of strings are accepted as a description',
    story: 'Lines may be sent as an array and are joined.',
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
    title: 'An array of exactly two elements as the body is accepted',
    story: 'The export writes rows as `[name, description]`.',
    requirements: ['invalid.body-type'],
    exposedBy: 'some values',
    example: '["cat","A cat"]',
    judge: onBody((body: unknown) => {
      if (!Array.isArray(body)) return checkNewCategory(body);
      return body.length === 2 ? store(body[0], body[1]) : refuse();
    }),
  }),
];
