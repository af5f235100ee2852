import { setFlagsFromString } from 'node:v8';
import { fileReason } from '../config/files.ts';
import { onceWritten, processOutput } from '../text/output.ts';
import { printable, shown } from '../text/shown.ts';
import { createSecrecy, faultText } from './environment.ts';
import { commandEnded, exitNow, exitWith, failIfUnfinished } from './exit.ts';

/** Runs the command of this process. Sets the exit status instead of exiting, so that all output is written. */
export async function start(): Promise<void> {
  limitHeap();
  watchOutput();
  const environment = createSecrecy({ env: process.env, ...processOutput });
  failIfUnfinished();
  const giveUp = (error: unknown): void => {
    environment.stderr.write(faultText(error, environment));
    exitWith(3);
  };
  process.on('uncaughtException', giveUp);
  process.on('unhandledRejection', giveUp);
  // Imported only here, so that an error while loading is reported.
  const { main } = await import('./main.ts');
  const status = await main(process.argv.slice(2), environment);
  commandEnded();
  // A failed write has already set a status.
  process.exitCode = status === 0 ? (process.exitCode ?? 0) : status;
  if (status === 130) setTimeout(onceWritten, longestRestMs, exitNow).unref();
}

/**
 * Lets V8 collect garbage once the heap has grown by 40 percent. By default, the heap may grow fourfold, and parsing a list
 * of 2 MB can use 50 MB of it.
 */
function limitHeap(): void {
  setFlagsFromString('--heap-growing-percent=40');
}

/** How long work that cannot be aborted, such as a DNS lookup, may delay an interrupted process, in ms. */
const longestRestMs = 200;

/**
 * Handles output that cannot be written. A closed pipe (`… | head`) changes nothing. Other failures, such as a full disk,
 * are reported once, and the status is 3. Failures of stderr cannot be reported.
 */
function watchOutput(): void {
  let reported = false;
  processOutput.stderr.on('error', () => {});
  processOutput.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (reported || error.code === 'EPIPE') return;
    reported = true;
    processOutput.stderr.write(
      shown`petstore-conformance: cannot write to stdout: ${printable(fileReason(error))}.\n`,
    );
    process.exitCode ||= 3;
  });
}
