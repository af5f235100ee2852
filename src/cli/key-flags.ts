import { UsageError } from '../config/usage-error.ts';

const keyFlag =
  /^--?(api-?key|key|(api-|access-|bearer-)?token|bearer|auth|authorization|password|secret)(=|$)/i;

/** Refuses flags that would carry the key, and says why there is none. What followed the flag is never shown. */
export function refuseKeyFlags(args: readonly string[]): void {
  const found = args.map((arg) => keyFlag.exec(arg)?.[1]).find((name) => name !== undefined);
  if (found === undefined) return;
  throw new UsageError(
    `there is no --${found.toLowerCase()}: a key on the command line can be read by every user of the machine.\n` +
      'Put it in PETSTORE_API_KEY or in a file named by --api-key-file, and replace the one just typed.',
  );
}
