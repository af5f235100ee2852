import { catalog } from '../spec/catalog.ts';
import type { Finding, RecordedExchange } from './model/report.ts';

/** How software shows itself in a response, and what the texts of the requirements call it. */
interface Software {
  readonly name: string;
  readonly called: RegExp;
  /** Matches a header line, `Name: value`. */
  readonly header?: RegExp;
  /** Takes linear time in any body: has no two unbounded quantifiers. */
  readonly body?: RegExp;
  /** Texts that the body holds in this order. */
  readonly inBody?: readonly string[];
}

const known: readonly Software[] = [
  {
    name: 'FastAPI',
    called: /FastAPI|Pydantic/,
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

const texts = new Map(catalog.map(({ id, software }) => [id, software]));

/**
 * Returns what is known of a requirement, by its id, and the software that the responses of these findings show; undefined
 * where they show none that is known for it, as advice on another framework helps nobody.
 */
export function softwareSeen(findings: readonly Finding[]): (id: string) => string | undefined {
  const responses = findings.flatMap(({ exchange }) => exchange?.response ?? []);
  const seen = known.filter((software) => responses.some((response) => shows(software, response)));
  return (id) => {
    const clauses =
      texts
        .get(id)
        ?.replace(/\.$/, '')
        .split(/; |\. /) ?? [];
    const named = seen.filter(({ called }) => clauses.some((clause) => called.test(clause)));
    if (named.length === 0) return undefined;
    const telling = clauses.filter((clause) => named.some(({ called }) => called.test(clause)));
    return `The responses look like ${named.map(({ name }) => name).join(' and ')}. Known: ${telling.join('; ')}.`;
  };
}

function shows(
  { header, body, inBody }: Software,
  response: NonNullable<RecordedExchange['response']>,
): boolean {
  return (
    (inBody !== undefined && holdsInOrder(response.body, inBody)) ||
    (header !== undefined && response.headers.some(([name, value]) => header.test(`${name}: ${value}`))) ||
    (body?.test(response.body) ?? false)
  );
}

function holdsInOrder(body: string, texts: readonly string[]): boolean {
  let at = 0;
  for (const text of texts) {
    at = body.indexOf(text, at);
    if (at < 0) return false;
    at += text.length;
  }
  return true;
}
