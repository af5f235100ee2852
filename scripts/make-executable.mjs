// npm makes the command executable once, when it links it; what is built again later has to be so from the start.
import { chmodSync } from 'node:fs';

chmodSync(new URL('../dist/src/bin.js', import.meta.url), 0o755);
