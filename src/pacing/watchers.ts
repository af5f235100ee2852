/** Those who wait until something holds. */
export interface Watchers {
  /** Resolves at the first look at which `done` holds. */
  until(done: () => boolean): Promise<void>;
  /** Looks which are done; `all` lets every one of them go. */
  look(all: boolean): void;
}

export function createWatchers(): Watchers {
  const waiting = new Map<() => boolean, () => void>();
  return {
    until: (done) => new Promise((resolve) => void waiting.set(done, resolve)),
    look(all) {
      for (const [done, resolve] of [...waiting]) {
        if (!all && !done()) continue;
        waiting.delete(done);
        resolve();
      }
    },
  };
}
