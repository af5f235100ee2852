import { afterEach, describe, expect, it } from 'vitest';
import { listen } from './listen.ts';
import { type Relay, startRelay } from './relay.ts';
import type { Stack } from './stack.ts';

let stack: Stack;
let relay: Relay;

async function relayTo(responses: readonly (readonly [status: number, headers: Record<string, string>])[]) {
  let responded = 0;
  stack = await listen((_request, response) => {
    const [status, headers] = responses[responded] ?? [200, {}];
    responded += 1;
    response.writeHead(status, headers).end('as it is');
  });
  relay = await startRelay(stack.url);
}

async function get(): Promise<string> {
  return (await fetch(relay.url)).text();
}

afterEach(async () => {
  await relay.close();
  await stack.close();
});

describe('the relay between the kit and a stack', () => {
  it('forwards everything and counts each request', async () => {
    await relayTo([]);
    expect([await get(), await get()]).toEqual(['as it is', 'as it is']);
    expect(relay.passed()).toEqual({ requests: 2, whileLimited: 0 });
  });

  it("counts requests sent before the end of a 429's Retry-After", async () => {
    await relayTo([[429, { 'Retry-After': '30' }]]);
    await get();
    await get();
    await get();
    expect(relay.passed()).toEqual({ requests: 3, whileLimited: 2 });
  });

  it('does not count later requests', async () => {
    await relayTo([[429, { 'Retry-After': '0' }]]);
    await get();
    await get();
    expect(relay.passed()).toEqual({ requests: 2, whileLimited: 0 });
  });

  it("reads a date in Retry-After by the server's clock", async () => {
    const at = (seconds: number) => new Date(Date.now() + (3 * 3_600 + seconds) * 1_000).toUTCString();
    await relayTo([
      [429, { Date: at(0), 'Retry-After': at(0) }],
      [429, { Date: at(0), 'Retry-After': at(30) }],
    ]);
    await get();
    await get();
    await get();
    expect(relay.passed()).toEqual({ requests: 3, whileLimited: 1 });
  });

  it('assumes a wait of a minute after a 429 without Retry-After', async () => {
    await relayTo([[429, {}]]);
    await get();
    await get();
    expect(relay.passed().whileLimited).toBe(1);
  });
});
