import type fc from 'fast-check';
import {
  type Classes,
  classOf,
  type FastCheck,
  type FaultClass,
  type Layout,
  layouts,
  type Member,
  markedName,
  markPlace,
  shown,
  writeObject,
} from '../fault-class.ts';

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
export const malformed: Classes = (fc) => {
  const strict = (id: string, fault: string, drawn: fc.Arbitrary<string>, smallest: readonly string[]) => {
    const accepted = 'a body that is no JSON is taken for a category';
    return misspelled(
      fc,
      { id, fault, requirement: 'invalid.body-malformed', accepted },
      { drawn, smallest },
    );
  };
  const someBytes = fc.tuple(layouts(fc), fc.nat(60)).map(([layout, bytes]) => cutAnywhere(layout, bytes));
  const someText = fc
    .tuple(layouts(fc), fc.integer({ min: 1, max: 15 }))
    .map(([layout, at]) => cutInText(layout, at));
  return [
    // What a count of bytes that is wrong by one makes of it.
    strict('unclosed', 'the body is cut before its last byte', layouts(fc).map(cutAtEnd), [
      `{"name":"${markPlace}"`,
    ]),
    strict(
      'cut',
      'the body is cut inside a text, or somewhere else',
      fc.oneof({ arbitrary: someText, weight: 4 }, { arbitrary: someBytes, weight: 1 }),
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
};

/** An extension of JSON that a parser may accept; `#` in a text is where the mark goes. */
interface Extension {
  readonly id: string;
  readonly fault: string;
  readonly texts: readonly string[];
  readonly smallest: readonly string[];
  readonly first?: string;
  /** The ledger does not name it. */
  readonly rotates?: true;
}

const extensions: readonly Extension[] = [
  {
    id: 'trailing-comma',
    fault: 'a comma stands before the end',
    texts: ['{"name":"#",}', '{"description":"x","name":"#",}', '{"name":"#" , }'],
    smallest: ['{"name":"#",}'],
  },
  {
    id: 'trailing-bytes',
    fault: 'more stands after the end',
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
    fault: 'there is a comment',
    texts: [
      ...['{"name":"#"/* a comment */}', '{// a comment\n"name":"#"}', '/* a comment */{"name":"#"}'],
      '{"name":"#"} // a comment',
    ],
    smallest: ['{"name":"#"/**/}', '{"name":"#"}//', '//\n{"name":"#"}'],
    first: '{"name":"#"/**/}',
  },
  {
    id: 'single-quotes',
    fault: 'there are single quotes',
    texts: ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
    smallest: ["{'name':'#'}", `{"name":'#'}`, `{'name':"#"}`],
  },
  {
    id: 'bare-key',
    fault: 'a key has no quotes',
    texts: ['{name:"#"}', '{ name : "#" }', '{name:"#",description:"x"}'],
    smallest: ['{name:"#"}'],
  },
  {
    id: 'control-character',
    fault: 'a control character stands in a text',
    // In an unknown member: a list that is written as carelessly as this is read would be broken for good.
    texts: ['{"name":"#","x":"a\nb"}', '{"name":"#","x":"a\tb"}', '{"name":"#","x":"a\u0001b"}'],
    smallest: ['{"name":"#","x":"\n"}', '{"name":"#","x":"\t"}', '{"name":"#","x":"\u0001"}'],
    rotates: true,
  },
  {
    id: 'bad-escape',
    fault: 'an escape is none of JSON',
    texts: ['\\x41', '\\q', "\\'", '\\u12'].map((some) => `{"name":"#","x":"${some}"}`),
    smallest: ['\\q', "\\'", '\\x41'].map((some) => `{"name":"#","x":"${some}"}`),
    rotates: true,
  },
  {
    id: 'bare-word',
    fault: 'a value is a word without quotes, or a number as JSON has none',
    // NaN as a name or description stays in every later list where it is stored (reading 12).
    texts: [
      ...['{"name":#}', '{"name":"#","description":undefined}'],
      ...['NaN', 'Infinity', 'True', '01', '+1', '.5', '0x10', '1.'].map(
        (word) => `{"name":"#","x":${word}}`,
      ),
    ],
    smallest: ['{"name":#}', ...['NaN', 'True', '01', '+1', '.5'].map((word) => `{"name":"#","x":${word}}`)],
    rotates: true,
  },
];

/** Extensions of JSON that a parser may accept: a warning, no violation. */
export const lenient: Classes = (fc) =>
  extensions.map(({ texts, smallest, first, ...named }) => {
    const marked = (text: string) => text.replaceAll('#', markPlace);
    const accepted = 'the parser accepts more than JSON: what others refuse is stored here';
    return misspelled(
      fc,
      { ...named, requirement: 'invalid.body-lenient', accepted },
      {
        drawn: fc.constantFrom(...texts.map(marked)),
        smallest: smallest.map(marked),
        first: first === undefined ? undefined : marked(first),
      },
    );
  });

function misspelled(
  fc: FastCheck,
  about: Pick<FaultClass, 'id' | 'fault' | 'requirement' | 'accepted' | 'rotates'>,
  texts: {
    readonly drawn: fc.Arbitrary<string>;
    readonly smallest: readonly string[];
    readonly first?: string | undefined;
  },
): FaultClass {
  return classOf(
    fc,
    { ...about, twin: 'the same category as JSON' },
    {
      ...texts,
      write: (text) => ({ label: `${about.fault}: ${shown(JSON.stringify(text).slice(1, -1))}`, text }),
    },
  );
}
