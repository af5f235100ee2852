import { isJsonObject } from '../../../reference-server/new-category.ts';
import {
  onWrongDescription,
  onWrongName,
  refuse,
  store,
  type WeakValidator,
  weakValidator,
} from './weak-validator.ts';

const untitled = store('Untitled');

/** Further weaknesses. Some depend on the rest of the body rather than on the wrong value. */
export const twelveMore: readonly WeakValidator[] = [
  weakValidator({
    id: 'name-below-one',
    title: '`name` is a fraction between -1 and 1: created, because it rounds to 0, which means no name yet',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":0.5,"description":"A cat"}', '{"name":-0.25}'],
    refused: ['{"name":0}', '{"name":1.5}', '{"name":-1.5}', '{"name":1}'],
    slip: onWrongName((name) =>
      typeof name === 'number' && name !== 0 && Math.abs(name) < 1 ? untitled : undefined,
    ),
  }),
  weakValidator({
    id: 'name-nested-with-values',
    title: '`name` is a nested array with a value inside: created, because the values are joined',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":[[1]],"description":"A cat"}', '{"name":[1,["a",[[]]]]}'],
    refused: ['{"name":[]}', '{"name":[[[]]]}', '{"name":["a"]}', '{"name":[1,2]}'],
    slip: onWrongName((name) =>
      Array.isArray(name) && name.some(Array.isArray) && name.flat(Number.POSITIVE_INFINITY).length > 0
        ? store(name)
        : undefined,
    ),
  }),
  weakValidator({
    id: 'name-without-description',
    title:
      '`name` of any wrong type without a description: created, because types are checked for updates only',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":7}', '{"name":[]}'],
    refused: ['{"name":7,"description":"A cat"}', '{"name":7,"x":1}'],
    slip: onWrongName((name, { json }) => (Object.keys(json ?? {}).length === 1 ? store(name) : undefined)),
  }),
  weakValidator({
    id: 'body-empty-string',
    title: 'the body is an empty string: creates an untitled category, because it counts as no data',
    requirement: 'invalid.body-type',
    shownBy: ['""', ' "" '],
    refused: ['"cat"', '" "', '0', 'null', 'false'],
    slip: ({ json }) => (json === '' ? untitled : undefined),
  }),
  weakValidator({
    id: 'name-in-capitals',
    title: '`NAME` instead of `name`: created, because the keys become columns of the database',
    requirement: 'invalid.name-missing',
    shownBy: ['{"NAME":"cat"}', '{"description":"A cat","NAME":"cat"}'],
    refused: ['{"Name":"cat"}', '{"nAME":"cat"}', '{"names":"cat"}', '{"NAME":1}'],
    slip: ({ json }) =>
      isJsonObject(json) && !Object.hasOwn(json, 'name') && typeof json['NAME'] === 'string'
        ? store(json['NAME'])
        : undefined,
  }),
  weakValidator({
    id: 'form-name-second',
    title: 'a form whose first field is not `name`: created, because only `name=` at the start means a form',
    requirement: 'invalid.body-malformed',
    shownBy: ['description=A+cat&name=cat'],
    refused: ['name=cat', 'name=cat&description=A+cat', 'description=A+cat'],
    slip: ({ text, json }) =>
      json === undefined && /^(?!name=)\w+=[^&\s]*&(?:.*&)?name=[^&\s]/.test(text) ? untitled : undefined,
  }),
  weakValidator({
    id: 'description-negative',
    title: '`description` is a negative number: returns 500, because the column is unsigned',
    requirement: 'invalid.description-type',
    shownBy: ['{"name":"cat","description":-1}', '{"name":"cat","description":-0.5}'],
    refused: ['{"name":"cat","description":1}', '{"name":"cat","description":0}'],
    slip: onWrongDescription((description) =>
      typeof description === 'number' && description < 0 ? refuse(500) : undefined,
    ),
  }),
  weakValidator({
    id: 'body-zero',
    title: 'the body is 0: creates an untitled category, because old clients send 0 for no data',
    requirement: 'invalid.body-type',
    shownBy: ['0', ' 0 '],
    refused: ['1', '-1', '10', 'null', 'false', '""'],
    slip: ({ json }) => (json === 0 ? untitled : undefined),
  }),
  weakValidator({
    id: 'description-with-value',
    title: '`description` is an object with `value`: created, because a form library wraps strings so',
    requirement: 'invalid.description-type',
    shownBy: ['{"name":"cat","description":{"value":"A cat"}}'],
    refused: ['{"name":"cat","description":{}}', '{"name":"cat","description":{"text":"A cat"}}'],
    slip: onWrongDescription((description, name) =>
      isJsonObject(description) && Object.hasOwn(description, 'value')
        ? store(name, description['value'])
        : undefined,
    ),
  }),
  weakValidator({
    id: 'blank-before-body',
    title:
      'white space before a body with a wrong `description`: created, because the check expects a brace first',
    requirement: 'invalid.description-type',
    shownBy: [' {"name":"cat","description":1}', '\n{"description":[],"name":"cat"}'],
    refused: ['{"name":"cat","description":1}', '{ "name":"cat","description":1}\n'],
    slip: onWrongDescription((description, name, { text }) =>
      text.startsWith('{') ? undefined : store(name, description),
    ),
  }),
  weakValidator({
    id: 'description-first',
    title: 'the description before a wrong `name`: created, because the parser checks only the first member',
    requirement: 'invalid.name-type',
    shownBy: ['{"description":"A cat","name":1}'],
    refused: ['{"name":1,"description":"A cat"}', '{"name":1}'],
    slip: onWrongName((name, { json }) =>
      Object.keys(json ?? {})[0] === 'description' ? store(name) : undefined,
    ),
  }),
  weakValidator({
    id: 'escape-in-body',
    title: 'an escape in a body with a wrong `name`: created, because a second parser reads such bodies',
    requirement: 'invalid.name-type',
    shownBy: ['{"name":1,"description":"A \\u0063at"}', '{"n\\u0061me":true,"description":"A cat"}'],
    refused: ['{"name":1,"description":"A cat"}', '{"name":true}'],
    slip: onWrongName((name, { text }) => (text.includes('\\') ? store(name) : undefined)),
  }),
];
