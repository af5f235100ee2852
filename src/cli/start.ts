import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { faultText, main } from './main.ts';
import { createSecrecy } from './secrecy.ts';

/** Runs the command of this process. The exit status is set, not enforced: what was written gets out first. */
export async function start(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  const secrecy = createSecrecy();
  secrecy.keepSecret(process.env['PETSTORE_API_KEY'] ?? '');
  const giveUp = (error: unknown): never => {
    process.stderr.write(faultText(error, { env: process.env, redact: secrecy.redact }));
    process.exit(3);
  };
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);
  process.exitCode = await main(process.argv.slice(2), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    readFile: (path) => readFileSync(path),
    randomSeed: () => randomInt(2 ** 31),
    ...secrecy,
  });
}

/** `… | head` closes the pipe when it has seen enough. The command goes on, quietly, and keeps its exit status. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
