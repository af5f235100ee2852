import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from './command.ts';
import { carryOut } from './in-process.ts';

/** The key of every one of these commands; no message may name it. */
export const key = 'Sekret-Key.123456';

/** A command that cannot be carried out; `URL` in it stands for the address of a service. */
export interface BadInput {
  readonly what: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** Tests about bad input: they may ask for the address of a service, which must not be asked for anything. */
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
    it('no request was sent in any of these', () => {
      expect(requests).toBe(0);
    });
  });
}

/** Each of them is answered with a sentence, and some also where they are given to a process of their own. */
export function itRefuses(cases: readonly BadInput[], url: () => string): void {
  it.each(cases)('$what', (one) => expectSentence(one, url(), carryOut));

  const some = cases.filter((_, index) => index % 20 === 5);
  it.each(some)('in a process of its own: $what', (one) => expectSentence(one, url(), command));
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
