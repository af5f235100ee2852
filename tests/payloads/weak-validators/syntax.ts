import { checkNewCategory, parseBody } from '../../../reference-server/new-category.ts';
import { type Leniency, parseLeniently } from './lenient-parser.ts';
import { type Judge, refuse, type WeakValidator, weak } from './weak.ts';

/** Reads JSON as it should be read, and what is not JSON by `read`. */
export function readOtherwise(read: (text: string, bytes: Uint8Array) => ReturnType<Judge>): Judge {
  return (bytes) => {
    const parsed = parseBody(bytes);
    if (parsed.kind === 'json') return checkNewCategory(parsed.value);
    return parsed.problem.code === 'body_not_json' ? read(new TextDecoder().decode(bytes), bytes) : parsed;
  };
}

/** Parses a string that is not JSON again, with a more lenient parser. */
export function leniently(may: Leniency): Judge {
  return readOtherwise((text) => {
    const parsed = parseLeniently(text, may);
    return parsed.kind === 'value' ? checkNewCategory(parsed.value) : refuse();
  });
}

const lenient = (
  about: Pick<WeakValidator, 'id' | 'title' | 'story' | 'exposedBy'>,
  example: string,
  may: Leniency,
): WeakValidator =>
  weak({ ...about, requirements: ['invalid.body-lenient'], example, judge: leniently(may) });

/** Parsers that take more than JSON. */
export const syntaxValidators = [
  lenient(
    {
      id: 'json5-parser',
      title: 'JSON5 is accepted',
      story: 'The parser of the configuration is used for bodies too.',
      exposedBy: 'any instance',
    },
    "{name: 'cat', /* or */}",
    {
      comments: ['block', 'line'],
      trailingCommas: true,
      singleQuotes: true,
      bareKeys: true,
      notFinite: true,
      badEscapes: true,
    },
  ),
  lenient(
    {
      id: 'gson-lenient',
      title: 'Words without quotes, single quotes and comments are accepted',
      story: 'Gson is set to be lenient, for the sake of one client.',
      exposedBy: 'any instance',
    },
    '{"name":cat}',
    { comments: ['block', 'line', 'hash'], singleQuotes: true, bareKeys: true, words: true },
  ),
  lenient(
    {
      id: 'comments-skipped',
      title: 'Comments are accepted',
      story: '`ReadCommentHandling.Skip`.',
      exposedBy: 'any instance',
    },
    '{"name":"cat"} // new',
    { comments: ['block', 'line'] },
  ),
  lenient(
    {
      id: 'block-comments-skipped',
      title: 'Comments between `/*` and `*/` are accepted',
      story: 'The tokeniser was written by hand and knows one kind of comment.',
      exposedBy: 'some values',
    },
    '/**/{"name":"cat"}',
    { comments: ['block'] },
  ),
  lenient(
    {
      id: 'trailing-commas-allowed',
      title: 'Trailing commas are accepted',
      story: '`AllowTrailingCommas` is set.',
      exposedBy: 'any instance',
    },
    '{"name":"cat",}',
    { trailingCommas: true },
  ),
  lenient(
    {
      id: 'single-quotes-allowed',
      title: 'Single quotes are accepted',
      story: 'Jackson is set to `ALLOW_SINGLE_QUOTES`.',
      exposedBy: 'any instance',
    },
    "{'name':'cat'}",
    { singleQuotes: true },
  ),
  lenient(
    {
      id: 'bare-keys-allowed',
      title: 'Keys without quotes are accepted',
      story: 'Jackson is set to `ALLOW_UNQUOTED_FIELD_NAMES`.',
      exposedBy: 'any instance',
    },
    '{name:"cat"}',
    { bareKeys: true },
  ),
  lenient(
    {
      id: 'not-finite-dropped',
      title: 'A description of NaN or Infinity is treated as missing',
      story: 'A parser for numerical work reads NaN as a value that is missing.',
      exposedBy: 'some values',
    },
    '{"name":"cat","description":NaN}',
    { notFinite: true },
  ),
  lenient(
    {
      id: 'words-as-text',
      title: 'Words without quotes and numbers with leading zeros are accepted as strings',
      story: 'What is neither a number nor a literal is taken for a text, as in YAML.',
      exposedBy: 'any instance',
    },
    '{"name":007}',
    { words: true },
  ),
  lenient(
    {
      id: 'control-characters-allowed',
      title: 'Raw control characters are accepted in strings',
      story: '`json.loads(body, strict=False)`.',
      exposedBy: 'any instance',
    },
    '{"name":"c\u0001t"}',
    { control: () => true },
  ),
  lenient(
    {
      id: 'raw-tabs-allowed',
      title: 'Raw tabs and line ends are accepted in strings',
      story: 'The parser counts them among white space wherever they stand.',
      exposedBy: 'some values',
    },
    '{"name":"c\tt"}',
    { control: (char) => '\t\n\r'.includes(char) },
  ),
  lenient(
    {
      id: 'escapes-of-anything',
      title: 'A backslash before any character is accepted',
      story: 'Jackson is set to `ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER`.',
      exposedBy: 'any instance',
    },
    '{"name":"c\\at"}',
    { badEscapes: true },
  ),
  lenient(
    {
      id: 'first-value-read',
      title: 'Everything after the first value is ignored',
      story: '`json.NewDecoder(r.Body).Decode(&category)` reads one value and stops.',
      exposedBy: 'any instance',
    },
    '{"name":"cat"}x',
    { rest: true },
  ),
];
