import { defineConfig } from 'vitest/config';

/** `npm run nodes` installs the package on every supported Node.js and writes reports/nodes.md. */
export default defineConfig({
  test: {
    include: ['tests/package/nodes.page.ts'],
    testTimeout: 1_800_000,
    env: { PETSTORE_NODES: '20,22,24,26' },
  },
});
