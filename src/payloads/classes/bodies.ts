import type fc from 'fast-check';
import {
  type ClassSpec,
  classesOf,
  type FastCheck,
  type FaultClass,
  type Layout,
  layouts,
  type Member,
  markedName,
  markPlace,
  shown,
  tight,
  writeObject,
} from '../fault-class.ts';

/** Bodies that are JSON, but not an object. */
export function bodyType(fc: FastCheck): FaultClass[] {
  const arrayOf = (count: number) => `[${Array(count).fill(`{"name":"${markPlace}"}`).join(',')}]`;
  const spec = (id: string, what: string, smallest: readonly string[], generated?: fc.Arbitrary<string>) => ({
    ...{ id: `body-${id}`, fault: `the body is ${what}`, smallest },
    ...(generated === undefined ? {} : { generated }),
  });
  return classesOf(
    fc,
    {
      requirement: 'invalid.body-type',
      control: 'an object',
      accepted: 'a body that is not a category is stored',
      layout: fc.constantFrom('', ' ', '\n').map((blank) => ({ blank, turned: false })),
      write: (value, { blank } = tight) => ({
        label: `the body is ${shown(value)}`,
        text: `${blank}${value}${blank}`,
      }),
    },
    [
      spec('empty-array', 'an empty array', ['[]']),
      spec(
        'text',
        'a string',
        [`"${markPlace}"`, `"{\\"name\\":\\"${markPlace}\\"}"`],
        fc.constantFrom(`"${markPlace}"`, `"name ${markPlace}"`, `"{\\"name\\":\\"${markPlace}\\"}"`),
      ),
      spec(
        'array-of-category',
        'an array with a valid category',
        [arrayOf(1), arrayOf(2)],
        fc.integer({ min: 1, max: 3 }).map(arrayOf),
      ),
      spec('null', 'null', ['null']),
      spec(
        'number',
        'a number',
        ['1', '0', '10', '-1'],
        fc.oneof(fc.integer({ min: 1, max: 99_999 }).map(String), fc.constantFrom('0', '-1', '1.5')),
      ),
      spec('true', 'true', ['true']),
      spec('false', 'false', ['false']),
    ],
  );
}

/** No body, or only whitespace. */
export function bodyEmpty(fc: FastCheck): FaultClass[] {
  return classesOf(
    fc,
    {
      requirement: 'invalid.body-empty',
      control: 'a JSON object',
      accepted: 'a category is stored without any data',
      write: (text) => ({ label: text === '' ? 'no body' : 'a body of whitespace', text }),
    },
    [
      { id: 'no-body', fault: 'no body', smallest: [''] },
      {
        id: 'blank-body',
        fault: 'the body is only whitespace',
        generated: fc.constantFrom(' ', '\n', '\t', ' \r\n '),
        smallest: [' ', '\n'],
        alike: true,
        rotates: true,
      },
    ],
  );
}

/**
 * Bytes that are not UTF-8. They are sent in an unknown field, because a stored name or description would break every later
 * list.
 */
const notUtf8: readonly (readonly [what: string, bytes: string])[] = [
  ['a Latin-1 letter', '\xe9'],
  ['a lone continuation byte', '\x80'],
  ['an overlong slash', '\xc0\xaf'],
  ['a surrogate encoded as bytes', '\xed\xa0\x80'],
  ['a truncated sequence', '\xe2\x82'],
  ['a byte that is never valid', '\xff'],
];

export function bodyBytes(fc: FastCheck): FaultClass[] {
  return classesOf(
    fc,
    {
      requirement: 'invalid.body-bytes',
      control: 'the same text in UTF-8',
      accepted: 'no harm: both 2xx and 4xx are allowed',
      write: ([what, bytes]: readonly [string, string]) => ({
        label: `${what} in an unknown member`,
        text: `{"name":"${markPlace}","x":"${bytes}"}`,
        bytes: true,
      }),
    },
    [
      {
        id: 'not-utf-8',
        fault: 'the body is not UTF-8',
        generated: fc.constantFrom(...notUtf8).map(([what, bytes]) => [what, `caf${bytes}`] as const),
        smallest: notUtf8,
      },
    ],
  );
}

const described: Member = ['description', '"cut short somewhere"'];

/** Bodies that are not JSON. */
export function malformed(fc: FastCheck): FaultClass[] {
  const whole = (layout?: Layout) => writeObject([markedName, described], layout);
  // Truncated between its mark and the end of its last string.
  const someBytes = fc.tuple(layouts(fc), fc.nat(60)).map(([{ blank }, bytes]) => {
    const text = whole({ blank, turned: false });
    const from = text.indexOf(markPlace) + markPlace.length;
    return text.slice(0, from + (bytes % (text.lastIndexOf('"') - from))).trimEnd();
  });
  // Truncated within its last string.
  const someText = fc.tuple(layouts(fc), fc.integer({ min: 1, max: 15 })).map(([{ blank }, at]) => {
    const text = whole({ blank, turned: false });
    return text.slice(0, text.indexOf('"cut short') + 1 + at);
  });
  return misspelled(fc, 'invalid.body-malformed', 'a body that is not JSON is stored as a category', [
    {
      // The result of an off-by-one Content-Length.
      id: 'unclosed',
      fault: 'the body lacks its last byte',
      generated: layouts(fc).map((layout) => whole(layout).slice(0, -1).trimEnd()),
      smallest: [`{"name":"${markPlace}"`],
    },
    {
      id: 'cut',
      fault: 'the body is truncated',
      generated: fc.oneof({ arbitrary: someText, weight: 4 }, { arbitrary: someBytes, weight: 1 }),
      smallest: [`{"name":"${markPlace}`, `{"name":"${markPlace}"`, `{"name":"${markPlace}",`],
    },
    {
      id: 'other-format',
      fault: 'the body is in another format',
      generated: fc.constantFrom(
        ...[`name=${markPlace}`, `name=${markPlace}&description=a+form`, `description=x&name=${markPlace}`],
        `<category><name>${markPlace}</name></category>`,
        `name: ${markPlace}\ndescription: yaml`,
        `${markPlace}`,
        `name,description\n${markPlace},csv`,
        `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${markPlace}\r\n--b--`,
      ),
      smallest: [markPlace, `name=${markPlace}`, `name: ${markPlace}`, `<name>${markPlace}</name>`],
      // The only one of these formats that body parsers also read.
      first: `name=${markPlace}`,
    },
  ]);
}

/** Extensions of JSON that parsers may accept; the mark replaces `#`. */
const extensions: readonly (Omit<ClassSpec<string>, 'generated'> & { readonly texts: readonly string[] })[] =
  [
    {
      id: 'trailing-comma',
      fault: 'a trailing comma',
      texts: ['{"name":"#",}', '{"description":"x","name":"#",}', '{"name":"#" , }'],
      smallest: ['{"name":"#",}'],
    },
    {
      id: 'trailing-bytes',
      fault: 'bytes after the end',
      texts: [
        ...['{"name":"#"}x', '{"name":"#"},', '{"name":"#"}]', '{"name":"#"}}', '{"name":"#"} true'],
        ...['{"name":"#"}{"name":"#"}', '{"name":"#"}\n{"name":"#"}', '{"name":"#"}\n{}'],
      ],
      smallest: [
        ...['{"name":"#"}x', '{"name":"#"}}', '{"name":"#"}1', '{"name":"#"}\nx', '{"name":"#"}{}'],
        '{"name":"#"}\n{}',
      ],
    },
    {
      id: 'comment',
      fault: 'a comment',
      texts: [
        ...['{"name":"#"/* a comment */}', '{// a comment\n"name":"#"}', '/* a comment */{"name":"#"}'],
        '{"name":"#"} // a comment',
      ],
      smallest: ['{"name":"#"/**/}', '{"name":"#"}//', '//\n{"name":"#"}'],
      first: '{"name":"#"/**/}',
    },
    {
      id: 'single-quotes',
      fault: 'single quotes',
      texts: ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
      smallest: ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
    },
    {
      id: 'bare-key',
      fault: 'an unquoted key',
      texts: ['{name:"#"}', '{ name : "#" }', '{name:"#",description:"x"}'],
      smallest: ['{name:"#"}'],
    },
    {
      id: 'control-character',
      fault: 'a raw control character in a string',
      // In an unknown field, because a careless server would break its list permanently.
      texts: ['{"name":"#","x":"a\nb"}', '{"name":"#","x":"a\tb"}', '{"name":"#","x":"a\u0001b"}'],
      smallest: ['{"name":"#","x":"\n"}', '{"name":"#","x":"\t"}', '{"name":"#","x":"\u0001"}'],
      rotates: true,
    },
    {
      id: 'bad-escape',
      fault: 'an invalid escape',
      texts: ['\\x41', '\\q', "\\'", '\\u12'].map((some) => `{"name":"#","x":"${some}"}`),
      smallest: ['\\q', "\\'", '\\x41'].map((some) => `{"name":"#","x":"${some}"}`),
      rotates: true,
    },
    {
      id: 'bare-word',
      fault: 'an unquoted word or an invalid number',
      // A stored NaN as name or description would break every later list.
      texts: [
        ...['{"name":#}', '{"name":"#","description":undefined}'],
        ...['NaN', 'Infinity', 'True', '01', '+1', '.5', '0x10', '1.'].map(
          (word) => `{"name":"#","x":${word}}`,
        ),
      ],
      smallest: [
        '{"name":#}',
        ...['NaN', 'True', '01', '+1', '.5'].map((word) => `{"name":"#","x":${word}}`),
      ],
      rotates: true,
    },
  ];

/** Extensions of JSON that parsers may accept; accepting one is a warning, not a violation. */
export function lenient(fc: FastCheck): FaultClass[] {
  const marked = (text: string) => text.replaceAll('#', markPlace);
  const specs = extensions.map(({ texts, smallest, first, ...about }) => ({
    ...about,
    generated: fc.constantFrom(...texts.map(marked)),
    smallest: smallest.map(marked),
    first: first === undefined ? undefined : marked(first),
  }));
  const accepted = 'the parser accepts more than JSON, so bodies that other servers refuse are stored';
  return misspelled(fc, 'invalid.body-lenient', accepted, specs);
}

function misspelled(
  fc: FastCheck,
  requirement: FaultClass['requirement'],
  accepted: string,
  specs: readonly ClassSpec<string>[],
): FaultClass[] {
  const group = {
    ...{ requirement, accepted, control: 'the same category as valid JSON' },
    write: (text: string, _: Layout | undefined, fault: string) => ({
      label: `${fault}: ${shown(JSON.stringify(text).slice(1, -1))}`,
      text,
    }),
  };
  return classesOf(fc, group, specs);
}
