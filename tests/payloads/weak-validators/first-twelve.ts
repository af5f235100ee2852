import { checkNewCategory, isJsonObject } from '../../../reference-server/new-category.ts';
import {
  onWrongDescription,
  onWrongName,
  refuse,
  store,
  type WeakValidator,
  weakValidator,
} from './weak-validator.ts';

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';

/** A description with more characters than this becomes the name. */
const longDescription = 40;

/** The weaknesses with which the generated bodies were first measured. */
export const firstTwelve: readonly WeakValidator[] = [
  weakValidator({
    id: 'name-beyond-32-bits',
    title: '`name` is an integer from 2^31 to 2^53: returns 500, because the error message formats 32 bits',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":2147483648,"description":"A cat"}', '{"name":-2147483649}'],
    refused: ['{"name":2147483647}', '{"name":9007199254740993}', '{"name":1}'],
    slip: onWrongName((name) => (isInteger(name) && name !== (name | 0) ? refuse(500) : undefined)),
  }),
  weakValidator({
    id: 'name-of-four-digits',
    title:
      '`name` is an integer of at least four digits: created, because it is formatted as 1,000 before the check',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":1000,"description":"A cat"}', '{"name":123456}'],
    refused: ['{"name":999}', '{"name":9007199254740993}', '{"name":1000.5}'],
    slip: onWrongName((name) => (isInteger(name) && name >= 1_000 ? store(name) : undefined)),
  }),
  weakValidator({
    id: 'name-negative-integer',
    title: '`name` is a negative integer: created, because only tokens that start with a digit are numbers',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":-1,"description":"A cat"}', '{"name":-250}'],
    refused: ['{"name":1}', '{"name":-1.5}', '{"name":0}', '{"name":-0}'],
    slip: onWrongName((name) => (isInteger(name) && name < 0 ? store(name) : undefined)),
  }),
  weakValidator({
    id: 'name-with-exponent',
    title: '`name` is a number written with an exponent: created, because the pattern for numbers has none',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":1e2,"description":"A cat"}', '{ "name" : 2.5E1 }', '{"name":0e1}'],
    refused: ['{"name":100}', '{"name":2.5}', '{"name":1,"description":"1e2"}'],
    slip: onWrongName((name, { text }) =>
      isNumber(name) && /"\s*:\s*-?[\d.]+e[-+]?\d+\s*[,}]/i.test(text) ? store(name) : undefined,
    ),
  }),
  weakValidator({
    id: 'name-of-several-strings',
    title: '`name` is an array of several strings: created, because they are joined',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":["a","b"],"description":"A cat"}', '{"name":["a","b","c"]}'],
    refused: ['{"name":["a"]}', '{"name":[]}', '{"name":["a",1]}', '{"name":[1,2]}'],
    slip: onWrongName((name) =>
      Array.isArray(name) && name.length > 1 && name.every(isText) ? store(name.join(' ')) : undefined,
    ),
  }),
  weakValidator({
    id: 'name-object-like-a-string',
    title:
      '`name` is an object with `length` or `value`: created, because it counts as a string or a form field',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":{"length":3},"description":"A cat"}', '{"name":{"a":1,"value":"b"}}'],
    refused: ['{"name":{}}', '{"name":{"a":1}}', '{"name":{"name":"a"}}', '{"name":["length"]}'],
    slip: onWrongName((name) =>
      isJsonObject(name) && (Object.hasOwn(name, 'length') || Object.hasOwn(name, 'value'))
        ? store(name)
        : undefined,
    ),
  }),
  weakValidator({
    id: 'description-of-numbers',
    title:
      '`description` is an array of numbers: returns 500, because the database driver has a type for them',
    requirement: 'invalid.description-type',
    shownBy: ['{"name":"cat","description":[1]}', '{"description":[1,2.5],"name":"cat"}'],
    refused: ['{"name":"cat","description":[]}', '{"name":"cat","description":["a"]}'],
    slip: onWrongDescription((description) =>
      Array.isArray(description) && description.length > 0 && description.every(isNumber)
        ? refuse(500)
        : undefined,
    ),
  }),
  weakValidator({
    id: 'description-of-several-fields',
    title: '`description` is an object with several fields: created, because only one field means a mistake',
    requirement: 'invalid.description-type',
    shownBy: ['{"name":"cat","description":{"en":"cat","fr":"chat"}}'],
    refused: ['{"name":"cat","description":{}}', '{"name":"cat","description":{"en":"cat"}}'],
    slip: onWrongDescription((description, name) =>
      isJsonObject(description) && Object.keys(description).length > 1 ? store(name, description) : undefined,
    ),
  }),
  weakValidator({
    id: 'long-description-alone',
    title: 'a description of more than 40 characters alone: created, because its beginning becomes the name',
    requirement: 'invalid.name-missing',
    shownBy: [`{"description":"${'A very quiet cat. '.repeat(3)}"}`],
    refused: ['{}', '{"description":"A cat"}', `{"description":"${'x'.repeat(longDescription)}"}`],
    slip: ({ json }) => {
      if (!isJsonObject(json) || Object.keys(json).join() !== 'description') return undefined;
      const { description } = json;
      if (!isText(description) || description.length <= longDescription) return undefined;
      return store(description.slice(0, 16), description);
    },
  }),
  weakValidator({
    id: 'cut-within-escape',
    title: 'the body ends within an escape: returns 500, because the decoder reads beyond the end',
    requirement: 'invalid.body-malformed',
    shownBy: ['{"name":"cat\\', '{"name":"cat","description":"A \\u00e'],
    refused: ['{"name":"cat', '{"name":"cat\\u00e9', '{"name":"cat\\\\', '{"name":"cat"'],
    slip: ({ text, json }) =>
      json === undefined && /(?<!\\)(?:\\\\)*\\(?:u[\da-f]{0,3})?$/i.test(text) ? refuse(500) : undefined,
  }),
  weakValidator({
    id: 'body-negative-or-fraction',
    title: 'the body is a negative number or a fraction: returns 500, because it is read as an unsigned id',
    requirement: 'invalid.body-type',
    shownBy: ['-1', '1.5', ' -0.25 '],
    refused: ['0', '1', '100'],
    slip: ({ json }) => (isNumber(json) && (json < 0 || !Number.isInteger(json)) ? refuse(500) : undefined),
  }),
  weakValidator({
    id: 'body-of-two-categories',
    title: 'the body is an array with two or more categories: creates the first, as an import would',
    requirement: 'invalid.body-type',
    shownBy: ['[{"name":"cat"},{"name":"dog"}]', '[{"name":"cat"},{"name":"dog"},{"name":"cow"}]'],
    refused: ['[]', '[{"name":"cat"}]', '[{"name":"cat"},1]'],
    slip: ({ json }) => {
      if (!Array.isArray(json) || json.length < 2) return undefined;
      const read = json.map(checkNewCategory);
      return read.every(({ kind }) => kind === 'category') ? read[0] : undefined;
    },
  }),
];
