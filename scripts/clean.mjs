// Removes the last build, so that no module that was renamed or deleted gets into the package.
import { rmSync } from 'node:fs';

rmSync(new URL('../build', import.meta.url), { recursive: true, force: true });
