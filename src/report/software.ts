import { catalog } from '../spec/catalog.ts';
import type { Finding, RecordedExchange } from './model/report.ts';

/** How to recognize software by its responses, and its names in the requirement catalog. */
interface Software {
  readonly name: string;
  readonly called: RegExp;
  /** Matches a header line, `Name: value`. */
  readonly header?: RegExp;
  /** Without two unbounded quantifiers, so that matching takes linear time. */
  readonly body?: RegExp;
  /** The name of software that is recognized more reliably, and shares what this one is recognized by. */
  readonly unless?: string;
  /** Strings that the body contains in this order. */
  readonly inBody?: readonly string[];
}

const known: readonly Software[] = [
  { name: 'Litestar', called: /Litestar/, body: /"status_code":\s*\d{3},\s*"detail":/ },
  { name: 'hapi', called: /hapi/, body: /"validation":\s*\{\s*"source":/ },
  {
    name: 'FastAPI',
    called: /FastAPI|Pydantic/,
    unless: 'Litestar',
    header: /^server: uvicorn/i,
    body: /"detail":\s{0,9}\[\{[^}]{0,500}"loc":/,
  },
  {
    name: 'Django',
    called: /Django/,
    header: /^server: (WSGIServer|daphne)/i,
    body: /"detail":\s*"(Authentication credentials|Invalid token|JSON parse error|Method \\")/,
  },
  { name: 'Flask', called: /Flask/, header: /^server: werkzeug/i },
  {
    name: 'Express',
    called: /Express/,
    header: /^x-powered-by: express/i,
    body: /<pre>(Cannot (GET|POST) |SyntaxError: )/,
  },
  {
    name: 'Fastify',
    called: /Fastify|ajv/,
    unless: 'hapi',
    body: /"code":\s*"FST_|"statusCode":\s*\d{3},\s*"error":|"body\/?\w* must /,
  },
  { name: 'Hono', called: /hono/i, body: /Malformed JSON in request body/ },
  {
    name: 'Spring',
    called: /Spring|Jackson/,
    inBody: ['"timestamp":', '"status":', '"path":'],
    body: /com\.fasterxml\.jackson|JSON parse error: (Cannot|Unexpected)/,
  },
  {
    name: 'ASP.NET',
    called: /ASP\.NET|System\.Text\.Json/,
    header: /^(server: (kestrel|microsoft-iis)|x-powered-by: asp\.net)/i,
    body: /"type":\s*"https:\/\/tools\.ietf\.org\/html\/rfc/,
  },
  { name: 'Rails', called: /Rails/, header: /^(server: puma|x-runtime: \d)/i },
  { name: 'PHP', called: /PHP|Laravel|Symfony/, header: /^x-powered-by: php/i },
  {
    name: 'Go',
    called: /\bGo\b/,
    body: /json: cannot unmarshal|invalid character '.{1,20}' (looking|after|in) /,
  },
  { name: 'axum', called: /axum/, body: /invalid HTTP header \(authorization\)|Header of type `\w+`/ },
  { name: 'Amazon API Gateway', called: /Amazon API Gateway/, header: /^x-amzn-/i },
  { name: 'nginx', called: /nginx/, header: /^server: (nginx|openresty)/i },
  { name: 'Apache', called: /Apache/, header: /^server: apache/i },
];

const commonCauses = new Map(catalog.map(({ id, software }) => [id, software]));

/**
 * Returns a function that gives the common causes of a violation in the software that these findings show, if they explain
 * what was received; undefined if there are none.
 */
export function softwareSeen(findings: readonly Finding[]): (id: string) => string | undefined {
  const responses = findings.flatMap(({ exchange }) => exchange?.response ?? []);
  const shown = known.filter((software) => responses.some((response) => shows(software, response)));
  const seen = shown.filter(({ unless }) => !shown.some(({ name }) => name === unless));
  return (id) => {
    const ofId = findings.filter(({ requirement }) => requirement === id);
    const clauses = (
      commonCauses
        .get(id)
        ?.replace(/\.$/, '')
        .split(/; |\. /) ?? []
    ).filter((clause) => ofId.some((finding) => explains(clause, finding)));
    const named = seen.filter(({ called }) => clauses.some((clause) => called.test(clause)));
    if (named.length === 0) return undefined;
    const relevant = clauses.filter((clause) => named.some(({ called }) => called.test(clause)));
    return `The responses look like ${named.map(({ name }) => name).join(' and ')}. Common causes: ${relevant.join('; ')}.`;
  };
}

/** What the words of a clause predict. A clause that predicts nothing may explain anything. */
const predictions: readonly {
  readonly words: RegExp;
  readonly isSeen: (finding: Finding, words: readonly string[]) => boolean;
}[] = [
  {
    words: /\b[345]\d\d\b/g,
    isSeen: ({ exchange }, statuses) => statuses.includes(String(exchange?.response?.status)),
  },
  { words: /\bredirects?\b|\bslash\b/g, isSeen: (finding) => statusClass(finding) === 3 },
  {
    words: /\btext\/\w+/g,
    isSeen: ({ received, exchange }, types) =>
      types.some((type) => received.includes(type) || contentType(exchange).startsWith(type)),
  },
  {
    words: /\b(?:coerce|convert|in any case|accepts?|unwraps?|stop after|lenient)\b/g,
    isSeen: (finding) => statusClass(finding) === 2,
  },
  { words: /\bomit\b|\bbecomes null\b/g, isSeen: ({ received }) => /\bnull\b/.test(received) },
  { words: /\bas a string\b/g, isSeen: ({ received }) => /\bstring\b/.test(received) },
];

function explains(clause: string, finding: Finding): boolean {
  return predictions.every(({ words, isSeen }) => {
    const found = clause.match(words);
    return found === null || isSeen(finding, found);
  });
}

function statusClass({ exchange }: Finding): number {
  return Math.floor((exchange?.response?.status ?? 0) / 100);
}

function contentType(exchange: RecordedExchange | undefined): string {
  return exchange?.response?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function shows(
  { header, body, inBody }: Software,
  response: NonNullable<RecordedExchange['response']>,
): boolean {
  return (
    (inBody !== undefined && containsInOrder(response.body, inBody)) ||
    (header !== undefined && response.headers.some(([name, value]) => header.test(`${name}: ${value}`))) ||
    (body?.test(response.body) ?? false)
  );
}

function containsInOrder(body: string, wanted: readonly string[]): boolean {
  let at = 0;
  for (const one of wanted) {
    at = body.indexOf(one, at);
    if (at < 0) return false;
    at += one.length;
  }
  return true;
}
