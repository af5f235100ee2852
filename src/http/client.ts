import type { Dispatcher } from 'undici';
import type { Clock } from '../model/clock.ts';
import type { Exchange, HeaderLine, HttpRequest, HttpResponse, Outcome } from '../model/exchange.ts';
import { authorization, credentialOf } from './authorization.ts';
import { decodeBody, readBody } from './body.ts';
import { createDispatcher } from './dispatcher.ts';
import { faultOf } from './faults.ts';

/** What an answer may at most be; beyond that it is cut and said to be. Sizes in bytes. */
export interface Caps {
  readonly bodyBytes: number;
  readonly headerBytes: number;
}

const defaultCaps: Caps = { bodyBytes: 8 * 1024 * 1024, headerBytes: 64 * 1024 };

export interface ClientOptions {
  readonly base: URL;
  readonly key: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly userAgent: string;
  readonly caps?: Caps;
  readonly extraHeaders?: readonly HeaderLine[];
  readonly ca?: string;
  readonly signal?: AbortSignal;
}

/** What the queue knows of a request that the request itself does not say. */
export interface Sending {
  readonly purpose: string;
  readonly sentFor: string;
  readonly attempt: 1 | 2;
  readonly overLimit: boolean;
  /** Called as soon as the head has been read, before the body: a 429 limits the run from then on. */
  readonly onHead?: (status: number, headers: readonly HeaderLine[]) => void;
}

export interface Client {
  /** Sends one request, once, and resolves with what came of it; it never rejects for anything the target does. */
  exchange(request: HttpRequest, sending: Sending): Promise<Exchange>;
  close(): Promise<void>;
}

/** A client for one target. It follows no redirect, resends nothing, and sends the key to the base address alone. */
export function createClient(options: ClientOptions): Client {
  const caps = options.caps ?? defaultCaps;
  const route = {
    base: options.base,
    timeoutMs: options.timeoutMs,
    maxHeaderBytes: caps.headerBytes,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const dispatcher = createDispatcher(route);
  let sent = 0;

  return {
    async exchange(request, sending) {
      const id = ++sent;
      const { clock } = options;
      const sentAt = clock.monotonic();
      // A second try goes over a connection of its own: the first may have failed for its connection's sake.
      const via = sending.attempt === 2 ? createDispatcher(route) : dispatcher;
      let headAt: number | undefined;
      const outcome = await send(via, options, caps, request, (status, headers) => {
        headAt = clock.monotonic();
        sending.onHead?.(status, headers);
      });
      if (via !== dispatcher) await via.destroy();
      const readAt = clock.monotonic();
      // undici frees a connection a turn after its answer was read: without this the next request would open
      // another one, and no request without the key would travel where one with it has just been (auth.key-missing).
      await new Promise((resolve) => setImmediate(resolve));
      return {
        id,
        purpose: sending.purpose,
        sentFor: sending.sentFor,
        request,
        credential: credentialOf(request.presentation),
        sentAt,
        headAt: headAt ?? readAt,
        readAt,
        wallAt: clock.now() - (readAt - (headAt ?? readAt)),
        attempt: sending.attempt,
        overLimit: sending.overLimit,
        outcome,
      };
    },
    close: () => dispatcher.destroy(),
  };
}

/** The headers of a request, in the order they are sent. */
export function requestHeaders(request: HttpRequest, userAgent: string): HeaderLine[] {
  const headers: HeaderLine[] = [
    ['User-Agent', userAgent],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
  ];
  if (request.body !== undefined) headers.push(['Content-Type', request.contentType ?? 'application/json']);
  return headers;
}

async function send(
  via: Dispatcher,
  options: ClientOptions,
  caps: Caps,
  request: HttpRequest,
  onHead: (status: number, headers: readonly HeaderLine[]) => void,
): Promise<Outcome> {
  const headers = [...requestHeaders(request, options.userAgent), ...(options.extraHeaders ?? [])];
  const credentials = authorization(request.presentation, options.key);
  if (credentials !== undefined) headers.push(['Authorization', credentials]);
  const deadline = startDeadline(options.timeoutMs, options.signal);
  let status: number | undefined;
  const exchange = async (): Promise<Outcome> => {
    const answer = await via.request({
      origin: options.base.origin,
      path: `${options.base.pathname.replace(/\/$/, '')}${request.path}`,
      method: request.method,
      headers: headers.flat(),
      ...(request.body === undefined ? {} : { body: request.body }),
      responseHeaders: 'raw',
      signal: deadline.signal,
    });
    status = answer.statusCode;
    const lines = headerLines(answer.headers as unknown as readonly string[]);
    onHead(answer.statusCode, lines);
    const reason = (answer as { statusText?: string }).statusText ?? '';
    return {
      kind: 'answer',
      response: await responseOf(answer.statusCode, reason, lines, answer.body, caps),
    };
  };
  try {
    // An unexpected upgrade can leave undici's promise unsettled for ever; the deadline settles ours.
    return await Promise.race([exchange(), deadline.expired]);
  } catch (error) {
    if (options.signal?.aborted)
      return { kind: 'fault', fault: { kind: 'aborted', sentence: 'the run was interrupted' } };
    if (deadline.signal.aborted) {
      const sentence = `no complete answer within ${options.timeoutMs / 1000} s`;
      return {
        kind: 'fault',
        fault: status === undefined ? { kind: 'timeout', sentence } : { kind: 'timeout', sentence, status },
      };
    }
    return { kind: 'fault', fault: faultOf(error, status) };
  } finally {
    deadline.clear();
  }
}

async function responseOf(
  status: number,
  reason: string,
  headers: readonly HeaderLine[],
  stream: AsyncIterable<Uint8Array>,
  caps: Caps,
): Promise<HttpResponse> {
  const { bytes, cut } = await readBody(stream, caps.bodyBytes);
  const coding = headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value)
    .join(',');
  const decoded = cut ? { bytes } : decodeBody(bytes, coding, caps.bodyBytes);
  const problem = cut
    ? `the body is larger than the cap of ${caps.bodyBytes} bytes`
    : 'problem' in decoded
      ? decoded.problem
      : undefined;
  const response = { status, reason, headers, body: decoded.bytes };
  return problem === undefined ? response : { ...response, bodyProblem: problem };
}

function headerLines(flat: readonly string[]): HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) lines.push([String(flat[at]), String(flat[at + 1])]);
  return lines;
}

interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: Promise<never>;
  clear(): void;
}

/** Our own deadline for the whole exchange, head and body: undici's timers run late and know only of pauses. */
function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let expire: (reason: unknown) => void = () => {};
  const expired = new Promise<never>((_resolve, reject) => {
    expire = reject;
  });
  expired.catch(() => {});
  const stop = () => {
    controller.abort();
    expire(new Error('deadline'));
  };
  const timer = setTimeout(stop, ms);
  outer?.addEventListener('abort', stop, { once: true });
  if (outer?.aborted) stop();
  return {
    signal: controller.signal,
    expired,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}
