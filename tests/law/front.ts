import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { trialKeys } from '../gallery/trial.ts';

/**
 * Handles the request with this number, counted from 1, in front of a server. Returns true if the server must not get the
 * request.
 */
export type Intercept = (incoming: IncomingMessage, outgoing: ServerResponse, number: number) => boolean;

/**
 * Starts the reference server for a test, with a key on the Business plan, behind a server that handles some requests
 * itself or replaces bodies. Returns the base URL.
 */
export async function startBehind(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  intercept: Intercept = () => false,
  bodyOf: (incoming: IncomingMessage) => string | undefined = () => undefined,
): Promise<string> {
  const key = trialKeys[0].key;
  const behind = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
  let number = 0;
  const front = createServer((incoming, outgoing) => {
    if (intercept(incoming, outgoing, ++number)) return;
    const { method, url: path, headers } = incoming;
    const forwarded = request({ port: new URL(behind.url).port, method, path, headers }, (response) => {
      const body = response.statusCode === 200 ? bodyOf(incoming) : undefined;
      if (body !== undefined) response.resume();
      const { 'content-length': _, ...others } = response.headers;
      const headers = body === undefined ? response.headers : others;
      outgoing.writeHead(response.statusCode ?? 500, headers);
      if (body === undefined) response.pipe(outgoing);
      else outgoing.end(body);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    front.closeAllConnections();
    front.close();
    await behind.close();
  });
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1`;
}

/** Returns a function that responds with 429 or 503 to every request that `wanted` selects. */
export function refusing(
  wanted: (incoming: IncomingMessage, number: number) => boolean,
  status: 429 | 503,
  headers: Readonly<Record<string, string>>,
): Intercept {
  return (incoming, outgoing, number) => {
    if (!wanted(incoming, number)) return false;
    incoming.resume();
    const reset = String(Math.ceil(Date.now() / 60_000) * 60);
    outgoing.writeHead(status, {
      ...{ 'content-type': 'application/json', 'x-ratelimit-limit': '3000' },
      ...{ 'x-ratelimit-remaining': '2900', 'x-ratelimit-reset': reset, ...headers },
    });
    outgoing.end(`{"code":"unavailable","message":"Try again later","status":${status}}`);
    return true;
  };
}
