import type fc from 'fast-check';
import { type Draft, markPlace, sizeOf } from '../draft.ts';
import type { Classes, FastCheck, FaultClass } from '../fault-class.ts';
import { type Layout, layouts, type Member, markedName, shown, writeObject } from '../write.ts';

const described: Member = ['description', '"cut short somewhere"'];

/** An object without its last byte. */
function cutAtEnd(layout: Layout): string {
  return writeObject([markedName, described], layout).slice(0, -1).trimEnd();
}

/** An object that ends so many bytes after its mark, before its last text does. */
function cutAnywhere({ blank }: Layout, bytes: number): string {
  const text = writeObject([markedName, described], { blank, turned: false });
  const from = text.indexOf(markPlace) + markPlace.length;
  return text.slice(0, from + (bytes % (text.lastIndexOf('"') - from))).trimEnd();
}

/** An object that ends within its last text, so many characters after the opening quote. */
function cutInText({ blank }: Layout, at: number): string {
  const text = writeObject([markedName, described], { blank, turned: false });
  return text.slice(0, text.indexOf('"cut short') + 1 + at);
}

/** Bodies that are no JSON, and bodies that only a parser with extensions takes for JSON. */
export const malformed: Classes = (fc) => [
  strict(
    // What a count of bytes that is wrong by one makes of it.
    'unclosed',
    'the body is cut before its last byte',
    layouts(fc).map(cutAtEnd),
    [`{"name":"${markPlace}"`],
  ),
  strict(
    'cut',
    'the body is cut inside a text, or somewhere else',
    fc.oneof(
      {
        arbitrary: fc
          .tuple(layouts(fc), fc.integer({ min: 1, max: 15 }))
          .map(([layout, at]) => cutInText(layout, at)),
        weight: 4,
      },
      {
        arbitrary: fc.tuple(layouts(fc), fc.nat(60)).map(([layout, bytes]) => cutAnywhere(layout, bytes)),
        weight: 1,
      },
    ),
    [`{"name":"${markPlace}`, `{"name":"${markPlace}"`, `{"name":"${markPlace}",`],
  ),
  strict(
    'form',
    'the body is a form',
    fc.constantFrom(
      `name=${markPlace}`,
      `name=${markPlace}&description=a+form`,
      `description=x&name=${markPlace}`,
    ),
    [`name=${markPlace}`, `name=${markPlace}&description=b`],
  ),
  strict(
    'other-format',
    'the body is in another format',
    fc.constantFrom(
      `<category><name>${markPlace}</name></category>`,
      `name: ${markPlace}\ndescription: yaml`,
      `${markPlace}`,
      `name,description\n${markPlace},csv`,
      `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${markPlace}\r\n--b--`,
    ),
    [markPlace, `name: ${markPlace}`, `<name>${markPlace}</name>`],
  ),
];

/** Extensions of JSON that a parser may accept: a warning, no violation. */
export const lenient: Classes = (fc) => [
  extended(
    fc,
    'trailing-comma',
    'a comma stands before the end',
    ['{"name":"#",}', '{"description":"x","name":"#",}', '{"name":"#" , }'],
    ['{"name":"#",}'],
  ),
  extended(
    fc,
    'trailing-bytes',
    'more stands after the end',
    [
      '{"name":"#"}x',
      '{"name":"#"},',
      '{"name":"#"}]',
      '{"name":"#"}}',
      '{"name":"#"} true',
      '{"name":"#"}{"name":"#"}',
      '{"name":"#"}\n{"name":"#"}',
      '{"name":"#"}\n{}',
    ],
    [
      '{"name":"#"}x',
      '{"name":"#"}}',
      '{"name":"#"}1',
      '{"name":"#"}\nx',
      '{"name":"#"}{}',
      '{"name":"#"}\n{}',
    ],
  ),
  {
    ...extended(
      fc,
      'comment',
      'there is a comment',
      [
        '{"name":"#"/* a comment */}',
        '{// a comment\n"name":"#"}',
        '/* a comment */{"name":"#"}',
        '{"name":"#"} // a comment',
      ],
      ['{"name":"#"/**/}', '{"name":"#"}//', '//\n{"name":"#"}'],
    ),
    first: drafted('there is a comment', `{"name":"${markPlace}"/**/}`),
  },
  extended(
    fc,
    'single-quotes',
    'there are single quotes',
    ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
    ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
  ),
  extended(
    fc,
    'bare-key',
    'a key has no quotes',
    ['{name:"#"}', '{ name : "#" }', '{name:"#",description:"x"}'],
    ['{name:"#"}'],
  ),
  unnamed(
    fc,
    'control-character',
    'a control character stands in a text',
    // In an unknown member: a list that is written as carelessly as this is read would be broken for good.
    ['{"name":"#","x":"a\nb"}', '{"name":"#","x":"a\tb"}', '{"name":"#","x":"a\u0001b"}'],
    ['{"name":"#","x":"\n"}', '{"name":"#","x":"\t"}', '{"name":"#","x":"\u0001"}'],
  ),
  unnamed(
    fc,
    'bad-escape',
    'an escape is none of JSON',
    [
      '{"name":"#","x":"\\x41"}',
      '{"name":"#","x":"\\q"}',
      '{"name":"#","x":"\\\'"}',
      '{"name":"#","x":"\\u12"}',
    ],
    ['{"name":"#","x":"\\q"}', '{"name":"#","x":"\\\'"}', '{"name":"#","x":"\\x41"}'],
  ),
  unnamed(
    fc,
    'bare-word',
    'a value is a word without quotes, or a number as JSON has none',
    [
      // NaN as a name or description stays in every later list where it is stored (reading 12).
      '{"name":#}',
      '{"name":"#","description":undefined}',
      '{"name":"#","x":NaN}',
      '{"name":"#","x":Infinity}',
      '{"name":"#","x":True}',
      '{"name":"#","x":01}',
      '{"name":"#","x":+1}',
      '{"name":"#","x":.5}',
      '{"name":"#","x":0x10}',
      '{"name":"#","x":1.}',
    ],
    [
      '{"name":#}',
      '{"name":"#","x":NaN}',
      '{"name":"#","x":True}',
      '{"name":"#","x":01}',
      '{"name":"#","x":+1}',
      '{"name":"#","x":.5}',
    ],
  ),
];

function strict(
  id: string,
  fault: string,
  texts: fc.Arbitrary<string>,
  smallest: readonly string[],
): FaultClass {
  return {
    ...syntax(id, fault, texts, smallest),
    requirement: 'invalid.body-malformed',
    accepted: 'a body that is no JSON is taken for a category',
    arbitrary: texts.map((text) => drafted(fault, text)),
  };
}

function extended(
  fc: FastCheck,
  id: string,
  fault: string,
  texts: readonly string[],
  smallest: readonly string[],
): FaultClass {
  const marked = (some: readonly string[]) => some.map((text) => text.replaceAll('#', markPlace));
  return {
    ...syntax(id, fault, fc.constantFrom(...marked(texts)), marked(smallest)),
    requirement: 'invalid.body-lenient',
    accepted: 'the parser accepts more than JSON: what others refuse is stored here',
  };
}

/** An extension that the ledger does not name. */
function unnamed(...about: Parameters<typeof extended>): FaultClass {
  return { ...extended(...about), rotates: true };
}

function syntax(
  id: string,
  fault: string,
  texts: fc.Arbitrary<string>,
  smallest: readonly string[],
): Omit<FaultClass, 'requirement' | 'accepted'> {
  return {
    id,
    fault,
    twin: 'the same category as JSON',
    arbitrary: texts.map((text) => drafted(fault, text)),
    smallest: smallest.map((text) => drafted(fault, text)).sort((a, b) => sizeOf(a) - sizeOf(b)),
  };
}

function drafted(fault: string, text: string): Draft {
  return { label: `${fault}: ${shown(JSON.stringify(text).slice(1, -1))}`, text };
}
