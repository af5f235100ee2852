import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The key of all these commands; no message may contain it. */
export const key = 'Sekret-Key.123456';

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
