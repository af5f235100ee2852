#!/usr/bin/env node
import module from 'node:module';

// This cache halves the start-up time. Only Node 22 and later have the cache, but the type definitions here are those of
// Node 20.
(module as { enableCompileCache?: () => unknown }).enableCompileCache?.();

const { start } = await import('./cli/start.ts');
await start();
