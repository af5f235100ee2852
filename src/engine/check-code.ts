import type { Maker } from '../checks/vocabulary.ts';
import type { HttpRequest } from '../exchange/exchange.ts';
import { isAdded } from '../spec/operations.ts';
import { definedOnly } from '../text/defined-only.ts';

/** What the engine knows about the code in users' files. */
export interface UserCode {
  /**
   * Returns the file that adds a requirement, so that messages can name it; undefined for a requirement of the
   * specification.
   */
  readonly fileOf: (requirement: string) => string | undefined;
  /** Whether a file lists an operation. */
  readonly hasOperation: (operation: string) => boolean;
  /** Returns the id under which a rule of the kit judges an operation; undefined if the rule does not judge it. */
  readonly idFor: (requirement: string, operation: string) => string | undefined;
  /**
   * Stops listening for signals, so that Ctrl-C can end an endless loop in a user's file. Returns a function that starts
   * listening again.
   */
  readonly release: () => () => void;
}

export const noUserCode: UserCode = {
  fileOf: () => undefined,
  hasOperation: () => false,
  idFor: (id) => id,
  release: () => () => {},
};

/**
 * Returns the function that stops listening for signals before a requirement's code runs. For the kit's own code, that
 * function does nothing.
 */
export function releaseFor(requirement: string, { fileOf, release }: UserCode): UserCode['release'] {
  return fileOf(requirement) === undefined ? noUserCode.release : release;
}

/** Calls synchronous code while the kit does not listen for signals. */
export function callReleased<Result>(release: UserCode['release'], act: () => Result): Result {
  const listen = release();
  try {
    return act();
  } finally {
    listen();
  }
}

/** Thrown if a check does not end as it should. The message continues a sentence that begins with the check's title. */
export class Unfinished extends Error {}

/** Runs an action for a check. The check does not count as idle until the action ends. */
export type Act = <Result>(begin: () => Promise<Result>) => Promise<Result>;

/**
 * Runs the code of a check. The check ends when its code does, or earlier: when a request cannot be sent, or when the check has
 * been idle for `timeoutMs`, with no request in flight and no wait. After that, its code can send nothing more.
 */
export function runCode(
  run: (act: Act) => Promise<void>,
  timeoutMs: number,
  release: UserCode['release'],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasEnded = false;
    let inFlight = 0;
    let timer: NodeJS.Timeout | undefined;
    let listen = (): void => {};
    /**
     * Starts the idle timer. A check is idle while its code runs, or waits for something that the kit does not know about.
     */
    const enter = (): void => {
      const idle = `did not finish: it was idle for ${timeoutMs / 1_000} s (--timeout), without a request or a wait`;
      timer = setTimeout(() => end(new Unfinished(idle)), timeoutMs);
      listen = release();
    };
    const leave = (): void => {
      clearTimeout(timer);
      listen();
      listen = () => {};
    };
    const end = (error?: unknown): void => {
      if (hasEnded) return;
      hasEnded = true;
      leave();
      if (error === undefined) resolve();
      else reject(error);
    };
    const act: Act = async (begin) => {
      if (hasEnded) return never();
      if (inFlight++ === 0) leave();
      try {
        return await begin();
      } catch (error) {
        // The check ends even if its code would catch the error, because a check that keeps trying would never end.
        end(error ?? new TypeError(`rejected with ${error}`));
        return never();
      } finally {
        if (--inFlight === 0 && !hasEnded) enter();
      }
    };
    const execute = async (): Promise<void> => run(act);
    enter();
    execute().then(
      () =>
        end(inFlight > 0 ? new Unfinished('ended before its requests: is an `await` missing?') : undefined),
      (error: unknown) => end(error ?? new TypeError(`rejected with ${error}`)),
    );
  });
}

/**
 * Returns a promise that never settles. Each call returns a new one, because a shared promise would keep every waiter in memory.
 */
function never(): Promise<never> {
  return new Promise(() => {});
}

/**
 * Makes the requests of a check or a probe. If a body contains a name that was made for the check or the probe, the name is
 * the request's mark, which the kit looks for in lists. A request that is sent again gets the same random numbers, so that
 * only its mark differs.
 */
export function createMaker(
  { name: newName, random, turn }: Maker,
  release: UserCode['release'],
  hasOperation: UserCode['hasOperation'] = () => true,
) {
  const names: string[] = [];
  let generated: number[] = [];
  let next = 0;
  return {
    name(): string {
      const name = newName();
      names.push(name);
      return name;
    },
    random(): number {
      const number = generated[next] ?? random();
      generated[next++] = number;
      return number;
    },
    turn,
    made(make: () => HttpRequest, attempt: 1 | 2 = 1): HttpRequest {
      if (attempt === 1) generated = [];
      next = 0;
      const request = callReleased(release, make);
      if (isAdded(request.operation) && !hasOperation(request.operation))
        throw new Error(`sends ${request.operation}, which the suite does not declare`);
      const body = request.body && Buffer.from(request.body);
      const mark = request.mark ?? names.find((name) => body?.includes(name));
      return { ...request, ...definedOnly({ mark }) };
    },
  };
}
