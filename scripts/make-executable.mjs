// npm makes the command executable only when it links it, so a rebuilt file must already be executable.
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/src/bin.js', import.meta.url), 0o755);
