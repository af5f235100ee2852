// Removes the modules of the last build, so that no file of one that was renamed or deleted is taken along.
import { rmSync } from 'node:fs';

rmSync(new URL('../build', import.meta.url), { recursive: true, force: true });
