import type { Dispatcher } from 'undici';
import type { Clock } from '../model/clock.ts';
import type { Exchange, HeaderLine, HttpRequest, Outcome } from '../model/exchange.ts';
import { type AnswerCaps, defaultCaps } from '../model/settings.ts';
import { authorization, credentialOf } from './authorization.ts';
import { startDeadline } from './deadline.ts';
import { createDispatcher } from './dispatcher.ts';
import { faultOf } from './faults.ts';
import { createResponseReader, headerLines } from './response.ts';

export interface ClientOptions {
  readonly base: URL;
  readonly key: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** `defaultCaps` where they are left out. */
  readonly caps?: AnswerCaps;
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
    maxHeaderBytes: caps.headersKb * 1024,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const dispatcher = createDispatcher(route);
  const read = createResponseReader(caps);
  let sent = 0;

  return {
    async exchange(request, sending) {
      const id = ++sent;
      const { clock } = options;
      const sentAt = clock.monotonic();
      // A second try goes over a connection of its own: the first may have failed for its connection's sake.
      const via = sending.attempt === 2 ? createDispatcher(route) : dispatcher;
      let headAt: number | undefined;
      const outcome = await send(via, options, read, request, (status, headers) => {
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
  read: ReturnType<typeof createResponseReader>,
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
    const response = await read({ status: answer.statusCode, reason, headers: lines }, answer.body);
    return { kind: 'answer', response };
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
