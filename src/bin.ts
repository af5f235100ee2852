#!/usr/bin/env node
import module from 'node:module';

// Newer than the types of Node 20; there it halves the time to the first line.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { start } = await import('./cli/start.ts');
await start();
