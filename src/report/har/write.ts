import type { Entry, Har, Header } from 'har-format';
import { definedOnly } from '../../text/defined-only.ts';
import { printableJsonText } from '../../text/shown.ts';
import type { RecordedExchange, Report } from '../model/report.ts';

/** HTTP Archive 1.2: every exchange that the report holds, redacted as in it, for the tools of a browser. */
export function render(report: Report): string {
  return [...pieces(report)].join('');
}

/** One entry a line; where the report does not hold all exchanges, those that show a finding. */
export function* pieces(report: Report): Generator<string> {
  const { exchanges, kit, startedAt } = report;
  const log: Omit<Har['log'], 'entries'> = {
    version: '1.2',
    creator: { name: kit.name, version: kit.version },
    pages: [],
    comment: commentOf(report),
  };
  yield `{"log":${jsonTextOf(log).slice(0, -1)},"entries":[`;
  const start = Date.parse(startedAt);
  const shown = exchanges?.kept ?? exchangesOfFindings(report);
  for (const [index, exchange] of shown.entries())
    yield `${index === 0 ? '' : ','}\n${jsonTextOf(entryOf(exchange, start))}`;
  yield '\n]}}\n';
}

function jsonTextOf(value: Entry | Omit<Har['log'], 'entries'>): string {
  return printableJsonText(JSON.stringify(value));
}

function exchangesOfFindings({ findings }: Report): RecordedExchange[] {
  const byId = new Map(
    findings.flatMap(({ exchange }) => (exchange === undefined ? [] : [[exchange.id, exchange]])),
  );
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

function commentOf({ exchanges, runMark, target }: Report): string {
  const run = `run ${runMark} against ${target}; the key was taken out`;
  if (exchanges === undefined) return `${run}; only the exchanges that show a finding are here`;
  return exchanges.leftOut === 0 ? run : `${run}; ${exchanges.leftOut} later exchanges were not kept`;
}

function entryOf(exchange: RecordedExchange, startedAt: number): Entry {
  const { request, response, fault, tookMs, atMs, purpose, connection } = exchange;
  const body = request.body;
  return {
    startedDateTime: new Date(startedAt + atMs).toISOString(),
    time: tookMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: queryOf(request.url),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.again.bodyBase64 ?? '', 'base64'),
      ...definedOnly({
        postData:
          body === undefined
            ? undefined
            : { mimeType: request.again.contentType ?? 'application/json', text: body },
      }),
    },
    response: response === undefined ? unanswered(fault ?? 'no answer') : responseOf(response),
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
    ...definedOnly({ connection: connection?.toString() }),
    comment: purpose,
  };
}

function responseOf(response: NonNullable<RecordedExchange['response']>): Entry['response'] {
  const { status, reason, headers, body, cut } = response;
  const headerOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const size = Buffer.byteLength(body);
  return {
    status,
    statusText: reason,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(headers),
    content: {
      size,
      mimeType: headerOf('content-type'),
      text: body,
      ...(cut ? { comment: 'only a part of what came' } : {}),
    },
    redirectURL: headerOf('location'),
    headersSize: -1,
    bodySize: cut ? -1 : size,
  };
}

/** Browsers write status 0 for a request that was never answered. */
function unanswered(comment: string): Entry['response'] {
  return {
    ...{ status: 0, statusText: '', httpVersion: '', cookies: [], headers: [] },
    ...{ content: { size: 0, mimeType: '' }, redirectURL: '', headersSize: -1, bodySize: -1, comment },
  };
}

function headersOf(lines: readonly (readonly [string, string])[]): Header[] {
  return lines.map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): Entry['request']['queryString'] {
  if (!URL.canParse(url)) return [];
  return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
}
