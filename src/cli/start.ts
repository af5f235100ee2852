import { fileReason, readCapped } from '../config/files.ts';
import { drawSeed } from '../config/values.ts';
import { onceWritten, processOutput } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { commandEnded, handOver, heedNohup, holdExit, leave, leaveAtOnce } from './leaving.ts';
import { createSecrecy, faultText } from './surroundings.ts';

/** Runs the command of this process. The exit status is set, not enforced: what was written gets out first. */
export async function start(): Promise<void> {
  heedOutput();
  heedNohup(process.env);
  const secrecy = createSecrecy();
  secrecy.keepSecret(process.env['PETSTORE_API_KEY'] ?? '');
  holdExit();
  const giveUp = (error: unknown): void => {
    if (handOver(error)) return;
    processOutput.stderr.write(faultText(error, { env: process.env, redact: secrecy.redact }));
    leave(3);
  };
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);
  // Not before a fault in what it imports could be told.
  const { main } = await import('./main.ts');
  const status = await main(process.argv.slice(2), {
    env: process.env,
    // Made when it is asked for, as few commands do.
    get stdin() {
      return process.stdin;
    },
    ...processOutput,
    readFile: readCapped,
    randomSeed: drawSeed,
    ...secrecy,
  });
  commandEnded();
  // What could not be shown has set a status of its own.
  process.exitCode = status === 0 ? (process.exitCode ?? 0) : status;
  if (status === 130) setTimeout(onceWritten, longestRestMs, leaveAtOnce).unref();
}

/** How long what cannot be called back, such as the look-up of a host name, may keep an interrupted process, in ms. */
const longestRestMs = 200;

/**
 * `… | head` closes the pipe when it has seen enough: the command goes on, quietly, and keeps its exit status.
 * Output that cannot be written for another reason, such as a full disk, is told once, and is no success. What
 * standard error does not take, nobody can be told.
 */
function heedOutput(): void {
  let told = false;
  processOutput.stderr.on('error', () => {});
  processOutput.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (told || error.code === 'EPIPE') return;
    told = true;
    processOutput.stderr.write(
      shown`petstore-conformance: standard output could not be written: ${printable(fileReason(error))}.\n`,
    );
    process.exitCode ||= 3;
  });
}
