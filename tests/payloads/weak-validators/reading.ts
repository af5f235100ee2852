import { checkNewCategory } from '../../../reference-server/new-category.ts';
import { parseLeniently } from './lenient-parser.ts';
import { leniently, readOtherwise } from './syntax.ts';
import { type Judge, type Outcome, refuse, store, weak } from './weak.ts';

/** Parses a string as JSON, and refuses it if it is not JSON. */
function readAgain(text: string): Outcome {
  const parsed = parseLeniently(text, {});
  return parsed.kind === 'value' ? checkNewCategory(parsed.value) : refuse();
}

/** Handles empty bodies differently. */
const readBlank = (isBlank: (text: string) => boolean, outcome: () => Outcome): Judge => {
  const read = readOtherwise(() => refuse());
  return (bytes) => (isBlank(new TextDecoder().decode(bytes)) ? outcome() : read(bytes));
};

/** Servers that read more into a body than it contains. */
export const readingValidators = [
  weak({
    id: 'first-line-read',
    title: 'Everything after the first line is ignored',
    story: 'Bodies may be JSON Lines, with one category per line.',
    requirements: ['invalid.body-lenient'],
    exposedBy: 'some values',
    example: '{"name":"cat"}\n{"name":"dog"}',
    judge: readOtherwise((text) => readAgain(text.trimStart().split('\n', 1)[0] ?? '')),
  }),
  weak({
    id: 'outermost-braces-read',
    title: 'Everything before the first brace and after the last is ignored',
    story: 'A gateway wraps bodies, and a slice unwraps them.',
    requirements: ['invalid.body-lenient'],
    exposedBy: 'some values',
    example: '{"name":"cat"};',
    judge: readOtherwise((text) => readAgain(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))),
  }),
  weak({
    id: 'cut-repaired',
    title: 'A truncated body is completed and accepted',
    story: 'Bodies come from a language model, and a library repairs truncated ones.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'some values',
    example: '{"name":"ca',
    judge: leniently({ cut: true }),
  }),
  weak({
    id: 'last-brace-added',
    title: 'A body without its last brace is accepted',
    story: 'An old client has an off-by-one Content-Length, and the server compensates.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'some values',
    example: '{"name":"cat"',
    judge: readOtherwise((text) => readAgain(`${text}}`)),
  }),
  weak({
    id: 'form-read',
    title: 'A form sent as JSON is accepted',
    story: 'All body parsers are tried in turn, regardless of Content-Type.',
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
    story: 'A shortcut for adding categories from the command line.',
    requirements: ['invalid.body-malformed', 'invalid.body-lenient'],
    exposedBy: 'any instance',
    example: 'cat',
    judge: readOtherwise((text) => (text.trim() === '' ? refuse() : store(text))),
  }),
  weak({
    id: 'blank-body-default',
    title: 'An empty body creates a category without a name',
    story: '`JSON.parse(text.trim() || "{}")`, and the name has a default.',
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
    title: 'A body of whitespace creates a category without a name',
    story: 'Content-Length 0 is refused, but a body that is empty after trimming is not.',
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
    story: 'The body parser leaves `body` undefined if there is none.',
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
    title: 'A body that is not JSON returns 500',
    story: '`JSON.parse` is outside the `try`.',
    requirements: ['invalid.body-malformed'],
    exposedBy: 'any instance',
    example: '{"name"',
    judge: readOtherwise((text) => refuse(text.trim() === '' ? 400 : 500)),
  }),
  weak({
    id: 'cut-crashes',
    title: 'A truncated body returns 500',
    story: 'The end of input is a stream error, which is not caught.',
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
    title: 'An invalid escape in a string returns 500',
    story: 'Strings are unescaped after parsing, by code that trusts them.',
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
    story: '`UnicodeDecodeError` is not caught.',
    requirements: ['invalid.body-bytes'],
    exposedBy: 'any instance',
    example: Uint8Array.from([0x7b, 0x22, 0x6e, 0x61, 0x6d, 0x65, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    judge: (bytes) => {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return readOtherwise(() => refuse())(bytes);
    },
  }),
];
