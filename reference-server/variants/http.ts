import { gzipSync } from 'node:zlib';
import { type Answer, type Delivery, mapHeader, withHeader, withoutHeader } from '../answer.ts';
import type { Change, Variant } from '../change.ts';
import { editAnswers } from '../edits.ts';
import { type JsonStyle, stringify, written } from '../json.ts';

const everywhere = (edit: (answer: Answer) => Answer): Change => editAnswers(() => true, edit);

const delivered = (delivery: Delivery): Change => everywhere((answer) => ({ ...answer, delivery }));

/** Everything but letters and digits is escaped, the solidus by its short form. */
const escaped: JsonStyle = {
  indent: '  ',
  text: (value) => {
    const units = Array.from({ length: value.length }, (_item, index) => value.charAt(index));
    const escapeUnit = (unit: string): string =>
      unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `"${units.map((unit) => (/[A-Za-z0-9]/.test(unit) ? unit : escapeUnit(unit))).join('')}"`;
  },
};

function gzipped(answer: Answer): Answer {
  if (answer.body.length === 0) return answer;
  const coded = withHeader(withHeader(answer, 'Content-Encoding', 'gzip'), 'Vary', 'Accept-Encoding');
  return { ...coded, body: gzipSync(answer.body) };
}

const FORM = 'Reading 9 names it among what is legal.';

export const httpVariants: readonly Variant[] = [
  {
    id: 'json-escaped',
    title: 'JSON is spread over lines and escaped as far as it goes',
    legal: FORM,
    warnings: [],
    change: () => ({ encode: (json) => new TextEncoder().encode(`\r\n${stringify(json, escaped)}\n`) }),
  },
  {
    id: 'status-with-exponent',
    title: 'status is written with an exponent',
    legal: 'Reading 9: 4.01e2 is an integer in JSON.',
    warnings: [],
    change: () => ({
      errorJson: (error) => ({ ...error, status: written(`${error.status / 100}e2`) }),
    }),
  },
  {
    id: 'gzip',
    title: 'Bodies are compressed although nobody asked',
    legal: FORM,
    warnings: [],
    change: everywhere(gzipped),
  },
  {
    id: 'chunked',
    title: 'Bodies are sent in small chunks',
    legal: FORM,
    warnings: [],
    change: delivered({ chunked: { bytes: 7, pauseMs: 0 } }),
  },
  {
    id: 'header-names-lower-case',
    title: 'Header names are in lower case and stand in another order',
    legal: FORM,
    warnings: [],
    change: everywhere((answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]) => [name.toLowerCase(), value] as const).toReversed(),
    })),
  },
  {
    id: 'header-blanks',
    title: 'Header values stand between blanks',
    legal: FORM,
    warnings: [],
    change: everywhere((answer) => ({
      ...answer,
      headers: answer.headers.map(([name, value]) => [name, `  ${value} \t`] as const),
    })),
  },
  {
    id: 'content-type-with-charset',
    title: 'The media type is in capitals and has a charset',
    legal: FORM,
    warnings: [],
    change: everywhere((answer) =>
      mapHeader(answer, 'Content-Type', () => 'Application/JSON ; Charset="UTF-8"'),
    ),
  },
  {
    id: 'connection-closed',
    title: 'The connection is closed after each answer',
    legal: FORM,
    warnings: [],
    change: everywhere((answer) => withHeader(withoutHeader(answer, 'Connection'), 'Connection', 'close')),
  },
  {
    id: 'http-1-0',
    title: 'Answers are HTTP/1.0',
    legal: FORM,
    warnings: [],
    change: delivered({ verbatim: 'HTTP/1.0' }),
  },
  {
    id: 'interim-responses',
    title: 'Each answer is preceded by an interim one',
    legal: FORM,
    warnings: [],
    change: delivered({ interim: true }),
  },
  {
    id: 'slow',
    title: 'Each answer takes 50 ms',
    legal: 'Nothing is said of the time an answer takes.',
    warnings: [],
    change: delivered({ delayMs: 50 }),
  },
  {
    id: 'date-absent',
    title: 'Answers carry no Date',
    legal: 'Date is asked for by RFC 9110 6.6.1 alone; without it the local clock judges (reading 5).',
    warnings: ['http.date'],
    change: everywhere((answer) => withoutHeader(answer, 'Date')),
  },
];
