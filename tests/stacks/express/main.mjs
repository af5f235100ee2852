// Run: KEY=secret PORT=3000 node tests/stacks/express/main.mjs
// Environment: KEY (required), PORT (default: a free one), WINDOW_MS (60000), LIMIT (60).
import { startExpressStack } from './server.mjs';

const { KEY, PORT, WINDOW_MS, LIMIT } = process.env;
if (!KEY) {
  console.error('KEY is not set');
  process.exit(1);
}

const stack = await startExpressStack({
  key: KEY,
  port: PORT ? Number(PORT) : undefined,
  windowMs: WINDOW_MS ? Number(WINDOW_MS) : undefined,
  limit: LIMIT ? Number(LIMIT) : undefined,
});
console.log(stack.url);

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await stack.close();
    process.exit(0);
  });
}
