import type { Defect } from '../change.ts';
import { readingOf, readingRefused } from './refusing-bodies.ts';

/** Parses more than JSON: if strict parsing fails, parses the rewritten text. */
const lenient = (rewrite: (text: string) => string): Defect['change'] =>
  readingRefused('body_not_json', (text) => readingOf(rewrite(text)));

export const refusingLenientDefects: readonly Defect[] = [
  {
    id: 'trailing-comma-accepted',
    title: 'A trailing comma is accepted',
    story: 'The parser is one for configuration files.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.replace(/,\s*}\s*$/, '}')),
  },
  {
    id: 'trailing-bytes-accepted',
    title: 'What follows the object is ignored',
    story: 'A streaming parser returns after the first value.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.slice(0, text.lastIndexOf('}') + 1)),
  },
  {
    id: 'comments-accepted',
    title: 'Comments are accepted',
    story: 'The parser is one for configuration files.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')),
  },
  {
    id: 'single-quotes-accepted',
    title: 'Single quotes are accepted',
    story: 'The body is read as a literal of the language the service is written in.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.replaceAll("'", '"')),
  },
  {
    id: 'control-characters-accepted',
    title: 'Control characters are accepted within texts',
    story: 'The parser looks for the next quote and takes whatever bytes come before it.',
    requirements: ['invalid.body-lenient'],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is accepted.
    change: lenient((text) => text.replaceAll(/[\u0000-\u001f]/g, ' ')),
  },
];
