import type { RefusalId } from './classify.ts';

/** One body with one thing wrong with it. */
export interface Instance {
  /** What is wrong, as reports name it: "name is an empty array". */
  readonly name: string;
  /** The exact bytes; `mark` stands in them wherever the fault leaves room. */
  readonly body: (mark: string) => Uint8Array;
  /** False where the fault leaves no room for the mark. */
  readonly marked: boolean;
}

/** Bodies that break one sentence in the same way, the likeliest to be accepted first. */
export interface FaultClass {
  readonly requirement: RefusalId;
  /** The one thing that is wrong with every instance. */
  readonly fault: string;
  /** The valid body that every instance departs from in that one thing. */
  readonly twin: string;
  readonly instances: readonly Instance[];
}

const described = '{"name":"…","description":"…"}';

/** In order of worth: what real servers get wrong most comes first. */
export const faultClasses: readonly FaultClass[] = [
  {
    requirement: 'invalid.name-missing',
    fault: 'there is no name',
    twin: described,
    instances: [
      instance('an empty object', () => '{}', false),
      instance('a description alone', (mark) => `{"description":"${mark}"}`),
      instance('the key in another case', (mark) => `{"Name":"${mark}","description":"other key"}`),
      instance('the category under "category"', (mark) => `{"category":{"name":"${mark}"}}`),
      instance('the category under "data"', (mark) => `{"data":{"name":"${mark}"}}`),
    ],
  },
  {
    requirement: 'invalid.name-type',
    fault: 'the name is of another JSON type',
    twin: described,
    instances: [
      named('an integer', '12345'),
      named('null', 'null'),
      named('an empty array', '[]'),
      named('true', 'true'),
      named('an object with fields', '{"value":"text"}'),
      named('0', '0'),
      named('an array of one text', '["text"]'),
      named('false', 'false'),
      named('an empty object', '{}'),
      named('a fraction', '1.5'),
      named('an integer beyond 2^53', '9007199254740993'),
      named('arrays nested fifty deep', `${'['.repeat(50)}${']'.repeat(50)}`),
    ],
  },
  {
    requirement: 'invalid.body-malformed',
    fault: 'the text is no JSON',
    twin: described,
    instances: [
      instance('cut before its last byte', (mark) => `{"name":"${mark}","description":"cut short"`),
      instance('cut inside a string', (mark) => `{"name":"${mark}","description":"cut sh`),
      instance('a form', (mark) => `name=${mark}&description=a+form`),
    ],
  },
  {
    requirement: 'invalid.body-type',
    fault: 'the body is JSON, but no object',
    twin: described,
    instances: [
      instance('an empty array', () => '[]', false),
      instance('a text', (mark) => `"${mark}"`),
      instance('an array of one valid category', (mark) => `[{"name":"${mark}"}]`),
      instance('null', () => 'null', false),
      instance('a number', () => '12345', false),
      instance('true', () => 'true', false),
    ],
  },
  {
    requirement: 'invalid.description-type',
    fault: 'the description is of another JSON type',
    twin: described,
    instances: [
      describedAs('a number', '12.5'),
      describedAs('an array', '["text"]'),
      describedAs('an object', '{"text":"text"}'),
      describedAs('true', 'true'),
      describedAs('0', '0'),
      describedAs('false', 'false'),
    ],
  },
  {
    requirement: 'invalid.body-empty',
    fault: 'there is no body',
    twin: described,
    instances: [{ name: 'no body at all', body: () => new Uint8Array(), marked: false }],
  },
  {
    requirement: 'invalid.body-lenient',
    fault: 'the text is an extension of JSON',
    twin: described,
    instances: [
      instance('a trailing comma', (mark) => `{"name":"${mark}",}`),
      instance('bytes after the end', (mark) => `{"name":"${mark}"}x`),
      instance('single quotes', (mark) => `{'name':'${mark}'}`),
      instance('a comment', (mark) => `{"name":"${mark}" /* a comment */}`),
      instance('keys without quotes', (mark) => `{name:"${mark}"}`),
    ],
  },
  {
    requirement: 'invalid.body-bytes',
    fault: 'the bytes are not UTF-8',
    twin: described,
    instances: [
      {
        name: 'a Latin-1 letter in the description',
        body: (mark) =>
          Buffer.concat([
            Buffer.from(`{"name":"${mark}","description":"caf`),
            Buffer.from([0xe9]),
            Buffer.from('"}'),
          ]),
        marked: true,
      },
    ],
  },
];

function instance(name: string, text: (mark: string) => string, marked = true): Instance {
  return { name, body: (mark) => Buffer.from(text(mark)), marked };
}

function named(what: string, json: string): Instance {
  return instance(`name is ${what}`, (mark) => `{"name":${json},"description":"${mark}"}`);
}

function describedAs(what: string, json: string): Instance {
  return instance(`description is ${what}`, (mark) => `{"name":"${mark}","description":${json}}`);
}
