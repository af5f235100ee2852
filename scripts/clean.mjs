// Removes dist/ before a build, so that no file of a module that was renamed or deleted stays in the package.
import { rmSync } from 'node:fs';

rmSync(new URL('../dist', import.meta.url), { recursive: true, force: true });
