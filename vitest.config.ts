import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The decorators of Nest, of which one of the stacks is made.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a file imports stays loaded for the files after it: no test leaves anything behind in a module.
    isolate: false,
    // The tests wait more than they work, and the default would be one worker on two cores.
    maxWorkers: '100%',
    // What was built is loaded as Node.js loads it, and with it the modules of users that it loads.
    server: { deps: { external: [/\/dist\//] } },
  },
});
