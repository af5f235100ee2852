import { checkNewCategory, parseBody } from '../../../reference-server/new-category.ts';
import { type Leniency, parseLeniently } from './lenient-parser.ts';
import { type Judge, refuse, type WeakValidator, weak } from './weak.ts';

/** Handles JSON correctly, and passes other bodies to `read`. */
export function readOtherwise(read: (text: string, bytes: Uint8Array) => ReturnType<Judge>): Judge {
  return (bytes) => {
    const parsed = parseBody(bytes);
    if (parsed.kind === 'json') return checkNewCategory(parsed.value);
    return parsed.problem.code === 'body_not_json' ? read(new TextDecoder().decode(bytes), bytes) : parsed;
  };
}

/** Parses bodies that are not JSON with a lenient parser. */
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

/** Parsers that accept more than JSON. */
export const syntaxValidators = [
  lenient(
    {
      id: 'json5-parser',
      title: 'JSON5 is accepted',
      story: 'Bodies use the parser for configuration files.',
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
      title: 'Unquoted words, single quotes and comments are accepted',
      story: 'Gson is lenient for the sake of one client.',
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
      story: 'A custom tokenizer supports one kind of comment.',
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
      title: 'Unquoted keys are accepted',
      story: 'Jackson is set to `ALLOW_UNQUOTED_FIELD_NAMES`.',
      exposedBy: 'any instance',
    },
    '{name:"cat"}',
    { bareKeys: true },
  ),
  lenient(
    {
      id: 'not-finite-dropped',
      title: 'A description of NaN or Infinity counts as none',
      story: 'A parser for numerical data reads NaN as a missing value.',
      exposedBy: 'some values',
    },
    '{"name":"cat","description":NaN}',
    { notFinite: true },
  ),
  lenient(
    {
      id: 'words-as-text',
      title: 'Unquoted words and numbers with leading zeros are accepted as strings',
      story: 'Anything that is neither a number nor a literal is a string, as in YAML.',
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
      title: 'Raw tabs and line breaks are accepted in strings',
      story: 'The parser treats them as whitespace everywhere.',
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
