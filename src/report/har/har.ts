import type { Entry, Har, Header } from 'har-format';
import type { RecordedExchange, Report } from '../../model/report.ts';
import type { Reporter } from '../reporter.ts';

/** HTTP Archive 1.2: every exchange that the report holds, redacted as in it, for the tools of a browser. */
export const har: Reporter = { name: 'har', file: 'exchanges.har', render: harText };

function harText(report: Report): string {
  return `${JSON.stringify(harOf(report), null, 2)}\n`;
}

/** The exchanges of a report as HAR; where it does not hold all of them, those that show a finding. */
export function harOf(report: Report): Har {
  const { exchanges } = report;
  const shown = exchanges?.kept ?? exchangesOfFindings(report);
  return {
    log: {
      version: '1.2',
      creator: { name: report.kit.name, version: report.kit.version },
      pages: [],
      entries: shown.map((exchange) => entryOf(exchange, Date.parse(report.startedAt))),
      comment: commentOf(report),
    },
  };
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
  const { request, response, fault, tookMs, atMs, purpose } = exchange;
  const url = new URL(request.url);
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
      queryString: [...url.searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: bodySizeOf(request),
      ...(body === undefined
        ? {}
        : { postData: { mimeType: request.again.contentType ?? 'application/json', text: body } }),
    },
    response: response === undefined ? unanswered(fault ?? 'no answer') : responseOf(response),
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
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
function unanswered(fault: string): Entry['response'] {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    comment: fault,
  };
}

function headersOf(lines: readonly (readonly [string, string])[]): Header[] {
  return lines.map(([name, value]) => ({ name, value }));
}

function bodySizeOf({ again }: RecordedExchange['request']): number {
  return again.bodyBase64 === undefined ? 0 : Buffer.from(again.bodyBase64, 'base64').length;
}
