import { describe, expect, it } from 'vitest';
import { describeValue } from '../../../src/exchange/validate.ts';
import { cutBelow } from '../../../src/payloads/classify.ts';
import { sameText } from '../../../src/readings/origins.ts';
import { workflowCommand } from '../../../src/report/github.ts';
import { element, xmlText } from '../../../src/report/junit.ts';
import { codeBlock, codeSpan, markdownText } from '../../../src/report/markdown.ts';
import { createRedactor } from '../../../src/report/record/redact.ts';
import { wrap } from '../../../src/text/layout.ts';
import { printable, printableJsonText, printableWhole } from '../../../src/text/shown.ts';
import { internalsIn } from '../../../suites/errors.ts';
import { processorTime } from '../../support/processor-time.ts';
import { inTiers } from '../../support/tiers.ts';

const key = 'abcdefghijklmnopqrstuvwx';
const redact = createRedactor({ key, headerValues: ['session=0123456789abcdef'] });

/** All functions that read or write a whole string from the target. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the redactor': redact,
  'the search for the key': redact.holdsKey,
  'the search for stack traces': internalsIn,
  'the cut of deep nesting': (text) => cutBelow(`"${text}`, 2),
  'a value in words': describeValue,
  'the comparison with what was sent': (text) => sameText('a', text),
  'the terminal': printable,
  'the terminal, without cutting': printableWhole,
  'the wrapping of the terminal': (text) => wrap(printableWhole(text), 100),
  JSON: (text) => printableJsonText(JSON.stringify({ text })),
  XML: (text) => xmlText(text) + element('a', { b: text }),
  Markdown: (text) => [markdownText(text, text.length), codeSpan(text, text.length), codeBlock([text])],
  'an annotation': (text) => workflowCommand('error', text, [text]),
};

/** Each string is a worst case for some search, because it almost matches many times. */
const units: readonly string[] = [
  'a',
  ' ',
  'A category and its description. ',
  '\n at (',
  ' at a.b.c',
  "'/usr/a.b",
  'Uncaught Exception',
  'INSERT  INTO ',
  '\\',
  '\\"',
  '%61\\u0062&#99;',
  '`#',
  '##a',
  'e\u0301\u0301\u0301',
  // Normalization swaps these two characters.
  '\u0315\u0316',
  '\ud83d',
  key.slice(0, 8),
  Buffer.from(key).toString('base64').slice(0, 10),
];

/** The length in characters. A search that scans the rest of the string from each position takes at least ten seconds. */
const size = 2 ** 19;
/** The maximum processor time in milliseconds. The slowest reader takes about one second. */
const most = 6_000;

describe.each(Object.entries(readers))('%s', (_name, read) => {
  for (const { rows, options } of inTiers(units, 4))
    it.each(rows)('handles a long string of %j', options, (unit) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      expect(processorTime(() => read(text)).ms).toBeLessThan(most);
    });
});
