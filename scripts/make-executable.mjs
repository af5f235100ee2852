// npm makes the file of the command executable only when it links the command, so a rebuilt file must already be executable.
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/src/bin.js', import.meta.url), 0o755);
