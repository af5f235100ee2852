import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { inspect } from 'node:util';
import { joined, printable } from '../report/escape.ts';
import { logToConsole } from '../report/output.ts';

/** An app that answers a web `Request`: one of Hono, or of others that follow it. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}

/**
 * Serves such an app from node:http. Its `env` holds `incoming` and `outgoing`, as Hono's own adapter for Node
 * has it, so that the address of a caller is found. An app that rejects is told on standard error, and answers 500.
 */
export function fetchListener(app: FetchApp): RequestListener {
  return (incoming, outgoing) => {
    answer(app, incoming, outgoing).catch((error: unknown) => {
      if (!isGone(error))
        logToConsole(
          'error',
          joined(
            inspect(error)
              .split('\n')
              .map((line) => printable(line)),
          ),
        );
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500).end();
    });
  };
}

/** Whether the caller went away before it had the answer, which is no fault of the app. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

async function answer(app: FetchApp, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const response = await app.fetch(requestOf(incoming), { incoming, outgoing });
  outgoing.writeHead(response.status, headerLines(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as ReadableStream), outgoing);
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const origin = `http://${headers.get('host') ?? 'localhost'}`;
  return new Request(url.startsWith('/') ? origin + url : url, {
    method,
    headers,
    ...(hasBody ? { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' } : {}),
  });
}

/** Names and values in turn, as `writeHead` takes them: each cookie keeps a line of its own. */
function headerLines(headers: Headers): string[] {
  return [...headers].flat();
}
