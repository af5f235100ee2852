import { type ReferenceServer, startReferenceServer } from 'petstore-conformance/reference-server';
import { conformance } from 'petstore-conformance/vitest';
import { afterAll, beforeAll } from 'vitest';

const key = 'local-petstore-key';
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
});
afterAll(() => server.close());

conformance(() => server.url, { key, only: 'auth.key-missing,list.*' });
