import type { Entry, Har } from 'har-format';
import { definedOnly } from '../../text/defined-only.ts';
import { printableJsonText } from '../../text/shown.ts';
import type { RecordedExchange, Report } from '../model/report.ts';

/**
 * Renders HTTP Archive 1.2 for the developer tools of browsers, one exchange per line. The archive has all exchanges of the
 * run or, if the report does not have them, those of the findings.
 */
export function render(report: Report): string {
  const { exchanges, findings, kit, startedAt, runMark, target } = report;
  const run = `run ${runMark} against ${target}; the key is redacted`;
  const byId = new Map(
    findings.flatMap(({ exchange }) => (exchange === undefined ? [] : [[exchange.id, exchange]])),
  );
  const shown = exchanges?.recorded ?? [...byId.values()].sort((a, b) => a.id - b.id);
  const log: Omit<Har['log'], 'entries'> = {
    version: '1.2',
    creator: { name: kit.name, version: kit.version },
    pages: [],
    comment:
      exchanges === undefined
        ? `${run}; only the exchanges of findings`
        : exchanges.leftOut === 0
          ? run
          : `${run}; without ${exchanges.leftOut} later exchanges`,
  };
  const entries = shown.map((exchange) => `\n${JSON.stringify(entryOf(exchange, Date.parse(startedAt)))}`);
  return printableJsonText(`{"log":${JSON.stringify(log).slice(0, -1)},"entries":[${entries}\n]}}\n`);
}

function entryOf(exchange: RecordedExchange, startedAt: number): Entry {
  const { request, response, fault, tookMs, atMs, purpose, connection } = exchange;
  const { method, url, headers, body: text, again } = request;
  const { contentType: mimeType = 'application/json', bodyBase64 = '' } = again;
  return {
    startedDateTime: new Date(startedAt + atMs).toISOString(),
    time: tookMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: URL.canParse(url) ? pairs([...new URL(url).searchParams]) : [],
      headersSize: -1,
      bodySize: Buffer.byteLength(bodyBase64, 'base64'),
      ...definedOnly({ postData: text === undefined ? undefined : { mimeType, text } }),
    },
    response: responseOf(response, fault),
    cache: {},
    timings: { send: 0, wait: tookMs, receive: 0 },
    ...definedOnly({ connection: connection?.toString() }),
    comment: purpose,
  };
}

/** Browsers write status 0 for a request without a response. */
const noResponse = { status: 0, reason: '', headers: [], body: '', cut: true };

function responseOf(response: RecordedExchange['response'], fault = 'no response'): Entry['response'] {
  const { status, reason, headers, body, cut } = response ?? noResponse;
  const headerOf = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
  const size = Buffer.byteLength(body);
  return {
    status,
    statusText: reason,
    httpVersion: response === undefined ? '' : 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers),
    content: {
      size,
      mimeType: headerOf('content-type'),
      text: body,
      ...(cut ? { comment: 'only part of the body' } : {}),
    },
    redirectURL: headerOf('location'),
    headersSize: -1,
    bodySize: cut ? -1 : size,
    ...(response === undefined ? { comment: fault } : {}),
  };
}

function pairs(lines: readonly (readonly [string, string])[]): { name: string; value: string }[] {
  return lines.map(([name, value]) => ({ name, value }));
}
