import { traitsOf } from '../spec/catalog.ts';
import type { Finding, RecordedExchange } from './model/report.ts';

// Describes responses and bodies in the words that all reporters use. Nothing here is escaped, because each reporter escapes
// in its own way.

type Response = NonNullable<RecordedExchange['response']>;

/**
 * Returns a response in one line: its status, and the relevant headers or the beginning of the body, if there are any.
 * Returns undefined if `received` of the finding already says the same.
 */
export function responseTo(
  { request, response, fault }: RecordedExchange,
  { requirement, wrong, timeline, listed }: Finding,
): string | undefined {
  if (response === undefined) return wrong === 'status' ? undefined : fault;
  const names = typeof wrong === 'object' && 'headers' in wrong ? wrong.headers : [];
  const isOfLimiter =
    timeline !== undefined ||
    traitsOf(requirement).timeline === true ||
    names.some((name) => limiterNames.test(name));
  const more = [
    ...locationOf(response),
    ...(isOfLimiter ? limiterLines(response.headers) : excerpt(request, response, listed)),
  ];
  if (wrong === 'status' && more.length === 0) return undefined;
  return [`${response.status} ${response.reason}`.trimEnd(), ...more].join(' · ');
}

/** Returns the Location of a redirect. */
function locationOf({ status, headers }: Response): string[] {
  if (status < 300 || status > 399) return [];
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'location' ? [`Location: ${value}`] : [],
  );
}

/** The headers that show a fault of the limiter. */
const limiterNames = /^(x-ratelimit-.*|retry-after|date)$/i;

function limiterLines(headers: Response['headers']): string[] {
  const lines = headers
    .filter(([name]) => limiterNames.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const hasNone = !headers.some(([name]) => /^(x-ratelimit-|retry-after$)/i.test(name));
  return hasNone ? [...lines, 'no rate-limit headers'] : lines;
}

/** Returns the beginning of a body. A list may contain other people's data, so only its relevant elements are shown. */
function excerpt(
  { method, again }: RecordedExchange['request'],
  response: Response,
  elements: string | undefined,
): string[] {
  const { status, headers, body } = response;
  if (method === 'GET' && status < 300) {
    if (elements !== undefined) return [`with ${elements}`];
    // If the target returned something other than a list, that is the evidence.
    if (again.operation !== 'listCategories' || body.trimStart().startsWith('[')) return [];
  }
  const type = headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : []));
  return [...type.slice(0, 1), body === '' ? 'no body' : excerptOf(partOf(response, maxInLine))];
}

/** Maximum length of a body in one line, and of the part before the fault, in characters. */
const maxInLine = 360;
const beforeFault = 120;

/** Returns at most `most` characters of a body, which include the fault of the finding. */
export function partOf({ body, cut, faultAt = 0 }: Response, most: number): string {
  const from = faultAt < most * 0.8 ? 0 : faultAt - Math.min(beforeFault, most / 2);
  const end = from + most;
  const isCut = end < body.length || (cut && !body.endsWith('…'));
  return `${from > 0 ? '…' : ''}${body.slice(from, end)}${isCut ? '…' : ''}`;
}

/** Finds a member of a body with its value. The search is good enough only for display. */
export function findMember(body: string, member: string | undefined): RegExpExecArray | null {
  if (member === undefined) return null;
  return new RegExp(`"${member}"\\s{0,99}:\\s{0,99}("(?:[^"\\\\]|\\\\.)*"|[^\\s,}\\]]+)`).exec(body);
}

/** Returns a generated body without its long runs of whitespace. */
export function bodyWords(body: string): string {
  if (body === '') return 'no body';
  const short = body.replaceAll(/[ \t\r\n]{3,}/g, ' ');
  return short === body ? body : `${short} (whitespace shortened)`;
}

const html = /^\s*<(!doctype\s+html|html)\b/i;
/** Maximum length of the text shown from an HTML page, in characters. */
const maxPageExcerpt = 200;

/** Returns a received body on one line. For an HTML page, returns the beginning of its text. */
export function excerptOf(body: string): string {
  if (!html.test(body)) return oneLine(body);
  const tagless = body.replaceAll(/<(script|style)\b[^<>]*>[^<]*/gi, ' ').replaceAll(/<[^<>]*>/g, '\n');
  const text = oneLine(tagless);
  if (text === '') return 'an HTML page';
  return `an HTML page: ${text.slice(0, maxPageExcerpt)}${text.length > maxPageExcerpt ? '…' : ''}`;
}

function oneLine(text: string): string {
  const parts = text.split(/[\r\n\t]+/).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}
