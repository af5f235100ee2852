import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './command.ts';
import { carryOut } from './in-process.ts';

/** The key of all these commands; no message may contain it. */
export const key = 'Sekret-Key.123456';

/** A wrong command. `URL` in it is replaced by the base URL of a server. */
export interface BadInput {
  readonly what: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** Groups tests about bad input. They may use the URL of a server, which must get no request. */
export function describeBadInput(title: string, define: (url: () => string) => void): void {
  describe(title, () => {
    let requests = 0;
    let url = '';
    const server = createServer((_request, response) => {
      requests++;
      response.end();
    });
    beforeAll(async () => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    });
    afterAll(() => {
      server.close();
    });
    define(() => url);
    it('none of these commands sent a request', () => {
      expect(requests).toBe(0);
    });
  });
}

/** Tests that each command prints a sentence; some of them also in their own process. */
export function itRefuses(cases: readonly BadInput[], url: () => string): void {
  it.each(cases)('$what', (one) => expectSentence(one, url(), carryOut));

  const some = cases.filter((_, index) => index % 20 === 5);
  it.each(some)('in its own process: $what', (one) => expectSentence(one, url(), command));
}

async function expectSentence(
  { args, env, says }: BadInput,
  url: string,
  carry: typeof carryOut,
): Promise<void> {
  const ended = await carry(
    args.map((arg) => (arg === 'URL' ? url : arg)),
    { env: { PETSTORE_API_KEY: key, ...env } },
  );
  expect(ended.stderr).toMatch(says);
  expect(ended.stderr).toMatch(/^petstore-conformance: [^\n]+\n( {2}[^\n]+\n)?$/);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
  expect(ended.stderr + ended.stdout).not.toContain(key);
  expect(ended.stdout).toBe('');
  expect(ended.status).toBe(2);
}
