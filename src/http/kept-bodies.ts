/** Bodies up to this size are kept for good, in bytes. */
export const smallBody = 64 * 1024;
/** What is kept of longer ones, all together, in bytes. */
const roomForLong = 16 * 1024 * 1024;

/** A body as long as it is kept. */
export interface KeptBody {
  /** Undefined once it had to make room for newer ones. */
  bytes(): Uint8Array | undefined;
}

interface Held {
  bytes: Uint8Array | undefined;
  readonly size: number;
}

/** A function of its own: one inside the keeper's would hold on to the bytes themselves, through the scope that they share. */
function bodyOf(held: Held): KeptBody {
  return { bytes: () => held.bytes };
}

/**
 * Keeps long bodies for those that look at an answer later on: the newest, as many as there is room for. Long runs hold on
 * to many answers, and a target must not be able to fill the memory with them. The newest `concurrency` are kept at any length:
 * they may have arrived together, and none of them has been judged yet.
 */
export function createBodyKeeper(concurrency: number): (bytes: Uint8Array) => KeptBody {
  const long: Held[] = [];
  let held = 0;
  return (bytes) => {
    const entry: Held = { bytes, size: bytes.length };
    long.push(entry);
    held += entry.size;
    while (held > roomForLong && long.length > concurrency) {
      const oldest = long.shift();
      if (oldest === undefined) break;
      oldest.bytes = undefined;
      held -= oldest.size;
    }
    return bodyOf(entry);
  };
}
