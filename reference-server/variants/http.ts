import type { Change, Variant } from '../changes/change.ts';
import { type Delivery, withDelivery } from '../changes/delivery.ts';
import { editResponses } from '../changes/edits.ts';
import { mapHeader, withHeader, withoutHeader } from '../changes/headers.ts';
import { stringify } from '../json.ts';
import type { HeaderLine, HttpResponse } from '../response.ts';

const everywhere = (edit: (response: HttpResponse) => HttpResponse): Change =>
  editResponses(() => true, edit);

const delivered = (delivery: Delivery): Change => everywhere((response) => withDelivery(response, delivery));

/** Escapes everything except letters and digits, and writes a slash as `\/`. */
function escaped(text: string): string {
  const escapeUnit = (unit: string): string =>
    unit === '/' ? '\\/' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `"${text
    .split('')
    .map((unit) => (/[A-Za-z0-9]/.test(unit) ? unit : escapeUnit(unit)))
    .join('')}"`;
}

/** Spreads compact JSON over many lines, and escapes its strings. */
function spread(json: string): string {
  let depth = 0;
  const newLine = (): string => `\n${'  '.repeat(depth)}`;
  const rewrite = (token: string): string => {
    if (token.startsWith('"')) return escaped(JSON.parse(token));
    if (token === ':') return ': ';
    if (token === ',') return `,${newLine()}`;
    if (token.length === 2) return token;
    const opens = token === '[' || token === '{';
    depth += opens ? 1 : -1;
    return opens ? `${token}${newLine()}` : `${newLine()}${token}`;
  };
  return json.replace(/"(?:[^"\\]|\\.)*"|\[\]|\{\}|[[\]{}:,]/g, rewrite);
}

/** Headers that gateways add in practice. The quotas in these headers are those of the gateway, in other units. */
const gatewayHeaders: readonly HeaderLine[] = [
  ['Server', 'edge'],
  ['Via', '1.1 edge-7, 2 origin'],
  ['Set-Cookie', 'visit=5f1c; Path=/; HttpOnly'],
  ['Set-Cookie', 'shard=b; Path=/'],
  ['RateLimit', '"default";r=4;t=9'],
  ['RateLimit-Policy', '"default";q=5;w=10'],
  ['RateLimit-Limit', '5, 5;w=10'],
  ['RateLimit-Remaining', '0'],
  ['RateLimit-Reset', '9'],
  ['X-Rate-Limit-Limit', '10s'],
  ['X-Rate-Limit-Remaining', '-1'],
  ['X-RateLimit-Limit-Hour', '5000'],
  ['X-RateLimit-Remaining-Hour', '0'],
  ['X-RateLimit-Reset-After', '0.25'],
  ['X-RateLimit-Used', '12'],
  ['X-RateLimit-Resource', 'core'],
  ['Alt-Svc', 'h3=":443"; ma=86400'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Content-Security-Policy', "default-src 'none'"],
  ['Link', '</v1/openapi.json>; rel="service-desc"'],
  ['Age', '0'],
  ['ETag', 'W/"0"'],
  ['X-Request-Id', '2f6e1d5c-0000-4000-8000-9b1f7c0a4e55'],
  ['X-Total-Count', '0'],
];

const FORM = 'HTTP and JSON allow this form.';

export const httpVariants: readonly Variant[] = [
  {
    id: 'json-escaped',
    title: 'Spreads JSON over many lines and escapes as much as possible',
    legal: FORM,
    warnings: [],
    change: () => ({ encode: (json) => new TextEncoder().encode(`\r\n${spread(stringify(json))}\n`) }),
  },
  {
    id: 'chunked',
    title: 'Sends bodies in small chunks',
    legal: FORM,
    warnings: [],
    change: delivered({ chunked: { bytes: 7, pauseMs: 0 } }),
  },
  {
    id: 'header-names-lower-case',
    title: 'Sends header names in lowercase and in another order',
    legal: FORM,
    warnings: [],
    change: everywhere((response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name.toLowerCase(), value] as const).toReversed(),
    })),
  },
  {
    id: 'header-names-upper-case',
    title: 'Sends header names in capitals',
    legal: FORM,
    warnings: [],
    change: everywhere((response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name.toUpperCase(), value] as const),
    })),
  },
  {
    id: 'header-blanks',
    title: 'Surrounds header values with whitespace',
    legal: FORM,
    warnings: [],
    change: everywhere((response) => ({
      ...response,
      headers: response.headers.map(([name, value]) => [name, `  ${value} \t`] as const),
    })),
  },
  {
    id: 'headers-of-a-gateway',
    title: "Sends two dozen gateway headers, including the gateway's own quotas",
    legal: 'The specification does not forbid additional headers.',
    warnings: [],
    change: everywhere((response) => ({
      ...response,
      headers: [...gatewayHeaders.slice(0, 12), ...response.headers, ...gatewayHeaders.slice(12)],
    })),
  },
  {
    id: 'content-type-with-charset',
    title: 'Sends the media type in capitals and with a charset',
    legal: FORM,
    warnings: [],
    change: everywhere((response) =>
      mapHeader(response, 'Content-Type', () => 'Application/JSON ; Charset="UTF-8"'),
    ),
  },
  {
    id: 'connection-closed',
    title: 'Closes the connection after each response',
    legal: FORM,
    warnings: [],
    change: everywhere((response) =>
      withHeader(withoutHeader(response, 'Connection'), 'Connection', 'close'),
    ),
  },
  {
    id: 'connection-closed-on-errors',
    title: 'Closes the connection after each error',
    legal: FORM,
    warnings: [],
    change: editResponses(
      ({ status }) => status >= 400,
      (response) => withHeader(withoutHeader(response, 'Connection'), 'Connection', 'close'),
    ),
  },
  {
    id: 'headers-long',
    title: 'Sends twelve kilobytes of headers with each response',
    legal: 'The specification does not forbid additional headers, and does not limit their length.',
    warnings: [],
    change: everywhere((response) =>
      withHeader(
        withHeader(response, 'Content-Security-Policy', `img-src ${'https://pictures.example '.repeat(400)}`),
        'Set-Cookie',
        `visit=${'0123456789abcdef'.repeat(128)}; Path=/`,
      ),
    ),
  },
  {
    id: 'http-1-0',
    title: 'Responds with HTTP/1.0',
    legal: FORM,
    warnings: [],
    change: delivered({ verbatim: 'HTTP/1.0' }),
  },
  {
    id: 'interim-responses',
    title: 'Sends an interim response before each response',
    legal: FORM,
    warnings: [],
    change: delivered({ interim: 102 }),
  },
  {
    id: 'interim-103',
    title: 'Sends early hints before each response',
    legal: FORM,
    warnings: [],
    change: delivered({ interim: 103 }),
  },
  {
    id: 'body-in-pieces',
    title: 'Sends bodies in pieces with pauses between them',
    legal: 'The specification sets no response time.',
    warnings: [],
    change: delivered({ chunked: { bytes: 1_000, pauseMs: 2 } }),
  },
  {
    id: 'slow',
    title: 'Takes 50 ms per response',
    legal: 'The specification sets no response time.',
    warnings: [],
    change: delivered({ delayMs: 50 }),
  },
  {
    id: 'date-absent',
    title: 'Sends responses without Date',
    legal: 'Only RFC 9110 6.6.1 requires Date. Without it, Reset is compared with the local clock.',
    warnings: ['http.date'],
    change: everywhere((response) => withoutHeader(response, 'Date')),
  },
];
