import { defineConfig } from 'vitest/config';

export default defineConfig({
  // One of the stacks uses Nest, which needs decorators.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['tests/**/*.test.ts'],
    tags: [
      { name: 'extended', description: 'Tests of `npm run test:all`. All others are tests of `npm test`.' },
      {
        name: 'quiet',
        description:
          'Files of tests in real time, which run after all others, because a busy machine disturbs them.',
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // Modules stay loaded from one test file to the next: no test leaves state in a module.
    isolate: false,
    // The tests mostly wait, and the default would be one worker on two cores.
    maxWorkers: '100%',
    // Concurrent tests wait for windows and responses, too.
    maxConcurrency: 16,
    // Node.js itself loads the built files, and so the user modules that they import.
    server: { deps: { external: [/\/dist\//] } },
  },
});
