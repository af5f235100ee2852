import { checkNewCategory } from '../../../reference-server/new-category.ts';
import { parseLeniently } from './lenient-parser.ts';
import { leniently, readOtherwise } from './syntax.ts';
import { type Judge, type Outcome, refuse, store, weak } from './weak.ts';

/** Parses a string as JSON again, and refuses it if it is still not JSON. */
function readAgain(text: string): Outcome {
  const parsed = parseLeniently(text, {});
  return parsed.kind === 'value' ? checkNewCategory(parsed.value) : refuse();
}

/** Reads bodies without anything in them otherwise. */
const readBlank = (isBlank: (text: string) => boolean, outcome: () => Outcome): Judge => {
  const read = readOtherwise(() => refuse());
  return (bytes) => (isBlank(new TextDecoder().decode(bytes)) ? outcome() : read(bytes));
};

/** Servers that find more in a body than is there. */
export const readingValidators = [
  weak({
    id: 'first-line-read',
    title: 'Everything after the first line is ignored',
    story: 'Bodies may be JSON lines, and one category is one line.',
    requirements: ['invalid.body-lenient'],
    exposedBy: 'some values',
    example: '{"name":"cat"}\n{"name":"dog"}',
    judge: readOtherwise((text) => readAgain(text.trimStart().split('\n', 1)[0] ?? '')),
  }),
  weak({
    id: 'outermost-braces-read',
    title: 'Everything before the first brace and after the last is ignored',
    story: 'A gateway wraps bodies in what it should not, and a slice takes them out.',
    requirements: ['invalid.body-lenient'],
    exposedBy: 'some values',
    example: '{"name":"cat"};',
    judge: readOtherwise((text) => readAgain(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))),
  }),
  weak({
    id: 'cut-repaired',
    title: 'A body that is cut short is closed and accepted',
    story: 'Bodies come from a language model, and a library repairs what it did not finish.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'some values',
    example: '{"name":"ca',
    judge: leniently({ cut: true }),
  }),
  weak({
    id: 'last-brace-added',
    title: 'A body without its last brace is accepted',
    story: 'An old client counts bytes wrongly by one, and the server helps.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'some values',
    example: '{"name":"cat"',
    judge: readOtherwise((text) => readAgain(`${text}}`)),
  }),
  weak({
    id: 'form-read',
    title: 'A form sent as JSON is accepted',
    story: 'The body parsers are tried one after the other, without a look at Content-Type.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'any instance',
    example: 'name=cat',
    judge: readOtherwise((text) => {
      const fields = new URLSearchParams(text);
      const name = fields.get('name');
      return name === null ? refuse() : store(name, fields.get('description'));
    }),
  }),
  weak({
    id: 'yaml-read',
    title: 'YAML sent as JSON is accepted',
    story: 'A YAML parser reads JSON too, so one parser is used for both.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'some values',
    example: 'name: cat\n',
    judge: readOtherwise((text) => {
      const name = /^name:[ \t]+(?<name>\S.*)$/m.exec(text)?.groups?.['name'];
      return name === undefined ? refuse() : store(name);
    }),
  }),
  weak({
    id: 'text-is-name',
    title: 'A body that is not JSON becomes the name',
    story: 'A short cut for adding categories from the command line.',
    requirements: ['invalid.body-malformed', 'invalid.body-lenient'],
    exposedBy: 'any instance',
    example: 'cat',
    judge: readOtherwise((text) => (text.trim() === '' ? refuse() : store(text))),
  }),
  weak({
    id: 'blank-body-default',
    title: 'A blank body creates a category without a name',
    story: '`JSON.parse(text.trim() || "{}")`, and the row has a default name.',
    requirements: ['invalid.body-empty'],
    exposedBy: 'any instance',
    example: '',
    judge: readBlank(
      (text) => text.trim() === '',
      () => store('New category'),
    ),
  }),
  weak({
    id: 'white-space-body-default',
    title: 'A body of white space creates a category without a name',
    story: 'Content-Length 0 is refused; a body that is trimmed to nothing is not.',
    requirements: ['invalid.body-empty'],
    exposedBy: 'some values',
    example: '\n',
    judge: readBlank(
      (text) => text !== '' && text.trim() === '',
      () => store('New category'),
    ),
  }),
  weak({
    id: 'empty-body-crashes',
    title: 'An empty body returns 500',
    story: 'The body parser leaves `body` undefined where there was none.',
    requirements: ['invalid.body-empty'],
    exposedBy: 'any instance',
    example: '',
    judge: readBlank(
      (text) => text.trim() === '',
      () => refuse(500),
    ),
  }),
  weak({
    id: 'malformed-crashes',
    title: 'Invalid JSON returns 500',
    story: '`JSON.parse` stands outside the `try`.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'any instance',
    example: '{"name"',
    judge: readOtherwise((text) => refuse(text.trim() === '' ? 400 : 500)),
  }),
  weak({
    id: 'cut-crashes',
    title: 'A body that is cut short returns 500',
    story: 'The end of input is an error of the stream, and those are not caught.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'any instance',
    example: '{"name":"ca',
    judge: readOtherwise((text) => {
      const parsed = parseLeniently(text, {});
      return refuse(parsed.kind === 'fault' && parsed.atEnd && text.trim() !== '' ? 500 : 400);
    }),
  }),
  weak({
    id: 'bad-escape-crashes',
    title: 'A bad escape in a string returns 500',
    story: 'Texts are unescaped after the parser is done, by code that trusts them.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'any instance',
    example: '{"name":"\\x41"}',
    judge: readOtherwise((text) =>
      refuse(parseLeniently(text, { badEscapes: true }).kind === 'value' ? 500 : 400),
    ),
  }),
  weak({
    id: 'not-utf8-crashes',
    title: 'Bytes that are not UTF-8 return 500',
    story: '`UnicodeDecodeError` is not among the errors that are caught.',
    requirements: ['invalid.body-bytes'],
    exposedBy: 'any instance',
    example: Uint8Array.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    judge: (bytes) => {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return readOtherwise(() => refuse())(bytes);
    },
  }),
];
