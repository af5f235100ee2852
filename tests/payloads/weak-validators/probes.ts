import type { WeakValidator } from './weak.ts';

/** Bodies with one fault, and which responses to them violate which requirement. */
export interface ProbeClass {
  readonly id: string;
  readonly bodies: readonly (string | Uint8Array)[];
  readonly breaks: (response: ReturnType<WeakValidator['accepts']>) => string | undefined;
}

/** Bodies that every server must accept. */
export const validBodies: readonly string[] = [
  '{"name":"cat"}',
  '{"name":"cat","description":"A cat"}',
  ' {\n\t"description" : "" ,\r\n "name" : "chat \\u00e9\\ud83d\\ude00 \\"\\\\\\/\\b\\f\\n\\r\\t" } \n',
  '{"name":"undefined","description":"null"}',
  '{"name":"0","description":"[] // /* \' , } {"}',
  '{"na\\u006de":"ねこ 🐈 قط","description":"name=cat\\nname: cat"}',
  `{"name":"${'long '.repeat(40)}","description":"${'text '.repeat(40)}"}`,
];

const mustRefuse = (row: string) => (response: string) => (response === 'refused' ? undefined : row);

/** A 201 is a warning. Anything but 201 and 400 violates the requirement about malformed bodies. */
const mayAccept = (response: string) =>
  ({ accepted: 'invalid.body-lenient', refused: undefined, other: 'invalid.body-malformed' })[response];

const otherIs = (row: string) => (response: string) => (response === 'other' ? row : undefined);

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const values: readonly (readonly [type: string, values: readonly string[]])[] = [
  ['number', ['0', '-0', '1', '-1', '0.5', '-2.5', '7', '42', '2147483648', '9007199254740993', '1e20']],
  ['boolean', ['true', 'false']],
  ['array', ['[]', '[0]', '["cat"]', '["a","b"]', '[null]', '[{"name":"cat"}]', deep(2), deep(50)]],
  ['object', ['{}', '{"name":"cat"}', '{"a":1}', '{"length":3}', '{"trim":1}', '{"en":"A cat"}']],
];

const padding = `"pad":"${'x'.repeat(120)}"`;

export const probeClasses: readonly ProbeClass[] = [
  ...[...values, ['null', ['null']] as const].map(([type, texts]) => ({
    id: `name ${type}`,
    bodies: texts.flatMap((text) => [
      `{"name":${text}}`,
      `{"name":${text},"description":"A cat"}`,
      `{"name":${text},${padding}}`,
    ]),
    breaks: mustRefuse('invalid.name-type'),
  })),
  ...values.map(([type, texts]) => ({
    id: `description ${type}`,
    bodies: texts.flatMap((text) => [
      `{"name":"cat","description":${text}}`,
      `{"description":${text},"name":"cat",${padding}}`,
    ]),
    breaks: mustRefuse('invalid.description-type'),
  })),
  ...Object.entries({
    absent: ['{}', '{"description":"A cat"}', '{"id":1,"description":"A cat"}', `{${padding}}`],
    'other case': ['{"Name":"cat"}', '{"NAME":"cat"}', '{"nAmE":"cat","description":"A cat"}'],
    'one level down': ['{"category":{"name":"cat"}}', '{"data":{"name":"cat"}}', '{"x":{"name":"cat"}}'],
    'look-alike': [
      '{" name":"cat"}',
      '{"name ":"cat"}',
      '{"ｎame":"cat"}',
      '{"nаme":"cat"}',
      '{"title":"cat"}',
    ],
    inherited: ['{"constructor":"cat"}', '{"__proto__":{"name":"cat"}}', '{"toString":"cat"}'],
  }).map(([id, bodies]) => ({ id: `name ${id}`, bodies, breaks: mustRefuse('invalid.name-missing') })),
  ...Object.entries({
    null: ['null', ' null '],
    string: ['""', '"cat"', '"5"', '"{\\"name\\":\\"cat\\"}"'],
    number: ['0', '1', '-1', '0.5', '1e20'],
    boolean: ['true', 'false'],
    'empty array': ['[]', '[ ]'],
    'array of one valid category': ['[{"name":"cat"}]', '[{"name":"cat","description":"A cat"}]'],
    'other array': ['[1]', '["cat","A cat"]', '[{"name":"cat"},{"name":"dog"}]', '[null]'],
  }).map(([id, bodies]) => ({ id: `body ${id}`, bodies, breaks: mustRefuse('invalid.body-type') })),
  ...Object.entries({
    cut: [
      '{"name":"cat"',
      '{"name":"ca',
      '{"name":',
      '{"na',
      '{',
      '{"name":"cat","description":tr',
      '{"name":"c\\u00',
    ],
    form: ['name=cat', 'name=cat&description=A+cat', 'description=A&name=cat'],
    'other format': [
      'name: cat\n',
      '<category><name>cat</name></category>',
      'name,description\ncat,A cat\n',
      'cat',
    ],
  }).map(([id, bodies]) => ({ id, bodies, breaks: mustRefuse('invalid.body-malformed') })),
  ...Object.entries({
    'trailing bytes': [
      '{"name":"cat"}x',
      '{"name":"cat"}}',
      '{"name":"cat"}\n{"name":"dog"}',
      '{"name":"cat"},',
    ],
    'trailing comma': ['{"name":"cat",}', '{"name":"cat","description":"A cat" , }'],
    'single quotes': ["{'name':'cat'}", '{"name":\'cat\'}', '{\'name\':"cat"}'],
    comments: ['{"name":"cat"/**/}', '{"name":"cat"} // x', '// x\n{"name":"cat"}', '/* x */{"name":"cat"}'],
    'bare keys': ['{name:"cat"}', '{"name":"cat",description:"A cat"}'],
    words: ['{"name":cat}', '{"name":"cat","description":cat}'],
    'not finite': ['{"name":NaN}', '{"name":"cat","description":NaN}', '{"name":Infinity}'],
    'leading zeros': ['{"name":007}', '{"name":"cat","description":-01}'],
    'control characters': [
      '{"name":"c\tt"}',
      '{"name":"c\u0001t"}',
      '{"name":"c\nt"}',
      '{"name":"c\u0000t"}',
    ],
    'bad escapes': ['{"name":"c\\at"}', '{"name":"\\x41"}', '{"name":"\\u12xy"}', '{"name":"\\\'"}'],
  }).map(([id, bodies]) => ({ id, bodies, breaks: mayAccept })),
  { id: 'blank body', bodies: ['', ' ', '\n', '\r\n\t '], breaks: mustRefuse('invalid.body-empty') },
  {
    id: 'blank name',
    bodies: ['{"name":""}', '{"name":" "}', '{"name":"\\n","description":"A cat"}'],
    breaks: otherIs('invalid.either'),
  },
  {
    id: 'null description',
    bodies: ['{"name":"cat","description":null}', '{"description":null,"name":"dog"}'],
    breaks: otherIs('invalid.either'),
  },
  {
    id: 'not UTF-8',
    bodies: [
      Buffer.from('{"name":"caf\u00e9"}', 'latin1'),
      Buffer.from('{"name":"cat","description":"\u00ff"}', 'latin1'),
    ],
    breaks: otherIs('invalid.body-bytes'),
  },
];
