import { catalog } from '../spec/catalog.ts';
import type { CommonCause, SoftwareName } from '../spec/requirement.ts';
import type { Finding, RecordedExchange } from './model/report.ts';

/** How to recognize software by its responses. */
interface Software {
  readonly name: SoftwareName;
  /** Matches a header line, `Name: value`. */
  readonly header?: RegExp;
  /** Matches the body. The pattern never has two unbounded quantifiers, so that matching takes linear time. */
  readonly body?: RegExp;
  /** Other software that is recognized more reliably, and whose responses also match the patterns of this software. */
  readonly unless?: SoftwareName;
}

const known: readonly Software[] = [
  { name: 'Litestar', body: /"status_code":\s*\d{3},\s*"detail":/ },
  { name: 'hapi', body: /"validation":\s*\{\s*"source":/ },
  {
    name: 'FastAPI',
    unless: 'Litestar',
    header: /^server: uvicorn/i,
    body: /"detail":\s{0,9}\[\{[^}]{0,500}"loc":/,
  },
  {
    name: 'Django',
    header: /^server: (WSGIServer|daphne)/i,
    body: /"detail":\s*"(Authentication credentials|Invalid token|JSON parse error|Method \\")/,
  },
  { name: 'Flask', header: /^server: werkzeug/i },
  {
    name: 'Express',
    header: /^x-powered-by: express/i,
    body: /<pre>(Cannot (GET|POST) |SyntaxError: )/,
  },
  {
    name: 'Fastify',
    unless: 'hapi',
    body: /"code":\s*"FST_|"statusCode":\s*\d{3},\s*"error":|"body\/?\w* must /,
  },
  { name: 'Hono', body: /Malformed JSON in request body/ },
  {
    name: 'Spring',
    // The default of Spring Security.
    header: /^cache-control: no-cache, no-store, max-age=0, must-revalidate$/i,
    body: /"timestamp":.{1,60}"status":.{1,400}"path":|com\.fasterxml\.jackson|JSON parse error: (Cannot|Unexpected)/s,
  },
  {
    name: 'ASP.NET',
    header: /^(server: (kestrel|microsoft-iis)|x-powered-by: asp\.net)/i,
    body: /"type":\s*"https:\/\/tools\.ietf\.org\/html\/rfc/,
  },
  { name: 'Rails', header: /^(server: puma|x-runtime: \d)/i },
  { name: 'PHP', header: /^x-powered-by: php/i },
  {
    name: 'Go',
    // Go writes these header names in a letter case that no other software uses.
    header: /^X-Ratelimit-(Limit|Remaining|Reset):/,
    body: /^404 page not found\s*$|json: cannot unmarshal|invalid character '.{1,20}' (looking|after|in) /,
  },
  { name: 'axum', body: /invalid HTTP header \(authorization\)|Header of type `\w+`/ },
  { name: 'Amazon API Gateway', header: /^x-amzn-/i },
  { name: 'nginx', header: /^server: (nginx|openresty)/i },
  { name: 'Apache', header: /^server: apache/i },
];

const commonCauses = new Map(catalog.map(({ id, software = [] }) => [id, software]));

/** How many causes are shown if the software is not recognized. */
const mostUnrecognized = 4;

/** Common causes of a violation in server software. */
export interface LikelyCauses {
  readonly words: string;
  /**
   * Whether the responses look like software with these causes. If not, the causes fit the case, but may be those of other
   * software.
   */
  readonly isRecognized: boolean;
}

/**
 * Returns a function that gives the common causes of a violation. The function recognizes software by the responses of these
 * findings, and gives the causes in that software that explain what was received. If it recognizes no software, it gives the
 * causes that fit, no matter which software they concern. It returns undefined if there are no causes.
 */
export function softwareSeen(findings: readonly Finding[]): (id: string) => LikelyCauses | undefined {
  const responses = findings.flatMap(({ exchange }) => exchange?.response ?? []);
  const shown = known.filter((software) => responses.some((response) => shows(software, response)));
  const seen = shown
    .filter(({ unless }) => !shown.some(({ name }) => name === unless))
    .map(({ name }) => name);
  return (id) => {
    const ofId = findings.filter(({ requirement }) => requirement === id);
    const fitting = (commonCauses.get(id) ?? []).filter((cause) => ofId.some((one) => explains(cause, one)));
    if (seen.length === 0) {
      // A cause without a condition fits any case, so it is not shown.
      const some = fitting.filter(
        ({ statuses, credentials, holds }) => (statuses ?? credentials ?? holds) !== undefined,
      );
      const texts = some.slice(0, mostUnrecognized).map(({ text }) => text);
      return texts.length === 0 ? undefined : { words: texts.join(' '), isRecognized: false };
    }
    const causes = fitting.filter(({ of = [] }) => of.some((name) => seen.includes(name)));
    // A cause that concerns the credential that failed is likelier than one that only the software suggests.
    const ofForm = fitting.filter(({ of, credentials }) => of === undefined && credentials !== undefined);
    if (ofForm.length > 0 && !causes.some(({ credentials }) => credentials !== undefined))
      return { words: ofForm.map(({ text }) => text).join(' '), isRecognized: false };
    if (causes.length === 0) return undefined;
    const named = seen.filter((name) => causes.some((cause) => cause.of?.includes(name)));
    const words = `The responses look like ${named.join(' and ')}. Common causes: ${causes.map(({ text }) => text).join(' ')}`;
    return { words, isRecognized: true };
  };
}

function explains(cause: CommonCause, { exchange, shownBy = [], at = [] }: Finding): boolean {
  const { statuses, credentials, holds = '' } = cause;
  const { status = 0, headers = [], body = '' } = exchange?.response ?? {};
  const isStatus = statuses?.some((one) => one === status || one === Math.floor(status / 100)) ?? true;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const shown = at.length === 0 ? [body, type] : at.map(({ value }) => value);
  const failed = shownBy.flatMap(({ forms = [] }) => forms);
  const isForm = credentials?.some((form) => failed.includes(form)) ?? true;
  return isStatus && isForm && shown.some((text) => text.includes(holds));
}

function shows({ header, body }: Software, response: NonNullable<RecordedExchange['response']>): boolean {
  const lines = response.headers.map(([name, value]) => `${name}: ${value}`);
  return lines.some((line) => header?.test(line)) || (body?.test(response.body) ?? false);
}
