import type { Defect } from '../changes/change.ts';
import { readingOf, readingRefused } from './refusing-bodies.ts';

/** Parses more than JSON: if strict parsing fails, parses the rewritten text. */
const lenient = (rewrite: (text: string) => string): Defect['change'] =>
  readingRefused('body_not_json', (text) => readingOf(rewrite(text)));

export const refusingLenientDefects: readonly Defect[] = [
  {
    id: 'trailing-comma-accepted',
    title: 'Accepts a trailing comma',
    story: 'The parser is meant for configuration files.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.replace(/,\s*}\s*$/, '}')),
  },
  {
    id: 'trailing-bytes-accepted',
    title: 'Ignores what follows the object',
    story: 'A streaming parser returns after the first value.',
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.slice(0, text.indexOf('}') + 1)),
  },
  {
    id: 'comments-accepted',
    title: 'Accepts comments',
    story: 'The parser is meant for configuration files.',
    requirements: ['invalid.body-lenient'],
    needs: ['thorough'],
    change: lenient((text) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')),
  },
  {
    id: 'single-quotes-accepted',
    title: 'Accepts single quotes',
    story: "The body is read as a literal of the server's language.",
    requirements: ['invalid.body-lenient'],
    change: lenient((text) => text.replaceAll("'", '"')),
  },
  {
    id: 'control-characters-accepted',
    title: 'Accepts control characters in strings',
    story: 'The parser looks for the next quote and accepts all bytes before it.',
    requirements: ['invalid.body-lenient'],
    needs: ['thorough'],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the server accepts these characters.
    change: lenient((text) => text.replaceAll(/[\u0000-\u001f]/g, ' ')),
  },
];
