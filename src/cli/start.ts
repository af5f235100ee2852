import { fileReason, readCapped } from '../config/files.ts';
import { generateSeed } from '../config/values.ts';
import { onceWritten, processOutput } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { commandEnded, handOver, holdExit, ignoreHangUpUnderNohup, leave, leaveAtOnce } from './leaving.ts';
import { createSecrecy, faultText } from './surroundings.ts';

/** Runs the command of this process. Sets the exit status instead of exiting, so that all output gets out. */
export async function start(): Promise<void> {
  watchOutput();
  ignoreHangUpUnderNohup(process.env);
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
  // Imported only now, so that an error in it is reported.
  const { main } = await import('./main.ts');
  const status = await main(process.argv.slice(2), {
    env: process.env,
    // Opened when it is used, which few commands do.
    get stdin() {
      return process.stdin;
    },
    ...processOutput,
    readFile: readCapped,
    randomSeed: generateSeed,
    ...secrecy,
  });
  commandEnded();
  // Output that failed has set a status of its own.
  process.exitCode = status === 0 ? (process.exitCode ?? 0) : status;
  if (status === 130) setTimeout(onceWritten, longestRestMs, leaveAtOnce).unref();
}

/** How long work that cannot be aborted, such as a DNS lookup, may keep an interrupted process, in ms. */
const longestRestMs = 200;

/**
 * Handles output that cannot be written. A closed pipe (`… | head`) changes nothing; another reason, such as a full disk, is
 * reported once and exits with status 3. Failures of standard error cannot be reported.
 */
function watchOutput(): void {
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
