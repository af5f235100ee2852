import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The decorators of Nest, of which one of the stacks is made.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The tests wait more than they work, and the default would be one worker on two cores.
    maxWorkers: '100%',
  },
});
