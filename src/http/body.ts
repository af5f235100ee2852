/** In bytes. A longer body may allocate up to the limit, so only a few are read at a time. */
const longBody = 512 * 1024;
/** How much of a truncated body is kept to show, in bytes. It is not judged. */
export const shownOfCut = 64 * 1024;

/** A received body; only its beginning if it was truncated. */
export interface CollectedBody {
  /** A view of the buffer in which it arrived. */
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * Collects a body of at most `cap` bytes. Parts are copied, because a body in a million parts of one byte would take a
 * hundred times its size.
 */
export function createBodyCollector(cap: number) {
  let room: Uint8Array = new Uint8Array();
  let size = 0;
  return {
    /** Adds a part; returns false once the limit is exceeded. */
    add(part: Uint8Array): boolean {
      const end = size + part.length;
      // Most bodies arrive in one part, which is not copied.
      if (size === 0) room = part;
      else {
        const kept = part.subarray(0, Math.max(0, cap - size));
        if (size + kept.length > room.length) {
          // Allocated pages that are never written take no memory.
          const larger = Buffer.allocUnsafe(end > longBody ? cap : Math.min(2 * end, cap));
          larger.set(room.subarray(0, size));
          room = larger;
        }
        room.set(kept, size);
      }
      size = end;
      return size <= cap;
    },
    isLong: () => size > longBody,
    taken(): CollectedBody {
      const cut = size > cap;
      return { bytes: room.subarray(0, cut ? Math.min(cap, shownOfCut) : size), cut };
    },
  };
}

export type Turn = ReturnType<ReturnType<typeof createTurns>>;

/** Creates turns. At most `most` are taken at a time, in the order of requests. */
export function createTurns(most: number) {
  const waiting = new Set<{ readonly go: () => void; has: boolean }>();
  let free = most;
  return () => {
    let own: { readonly go: () => void; has: boolean } | undefined;
    return {
      /** Returns whether the turn is taken; if not, `go` is called later. */
      take(go: () => void): boolean {
        if (own !== undefined) return own.has;
        own = { go, has: free > 0 };
        if (own.has) free--;
        else waiting.add(own);
        return own.has;
      },
      /** Ends the turn; call it once. */
      leave(): void {
        const [next] = waiting;
        if (own === undefined) return;
        if (!own.has) waiting.delete(own);
        else if (next === undefined) free++;
        else {
          waiting.delete(next);
          next.has = true;
          next.go();
        }
        own = undefined;
      },
    };
  };
}

/** Memory for all long bodies together, in bytes. */
const roomForLong = 16 * 1024 * 1024;

interface KeptBody {
  bytes: Uint8Array | undefined;
  readonly size: number;
  readonly isNeeded: () => boolean;
}

/**
 * Keeps the newest long bodies for later use, within a memory limit, and always those that are needed because they are not
 * judged yet. The limit has room for `concurrency` of medium length.
 */
export function createBodyKeeper(concurrency: number) {
  const most = roomForLong + concurrency * longBody;
  const kept = new Set<KeptBody>();
  let held = 0;
  return (bytes: Uint8Array, isNeeded: () => boolean): { readonly bytes: Uint8Array | undefined } => {
    const entry: KeptBody = { bytes, size: bytes.length, isNeeded };
    kept.add(entry);
    held += entry.size;
    for (const oldest of kept) {
      if (held <= most) break;
      if (oldest.isNeeded()) continue;
      kept.delete(oldest);
      oldest.bytes = undefined;
      held -= oldest.size;
    }
    return entry;
  };
}

/** In bytes. Of longer bodies, only the newest is remembered. */
const longestShared = 1024;
/** In bytes. A longer body never arrives in one part. */
const longestCopied = 1024 * 1024;
/** How many different bodies to remember; error bodies vary little. */
const maxKnown = 64;

/**
 * Creates a function that copies a body out of its buffer, or returns the copy of an equal one. Most refusals have the same
 * body, which is then parsed only once.
 */
export function createBodySharer() {
  const known = new Map<string, Uint8Array>();
  let newest: Uint8Array = new Uint8Array();
  return (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > longestShared) {
      if (bytes.length === newest.length && Buffer.compare(bytes, newest) === 0) return newest;
      // A body of many parts already has its own buffer.
      const isOwn = bytes.length > longestCopied && 2 * bytes.length > bytes.buffer.byteLength;
      newest = isOwn ? bytes : Buffer.copyBytesFrom(bytes);
      return newest;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const equal = known.get(text);
    // A custom check may have changed the copy.
    if (equal !== undefined && Buffer.compare(bytes, equal) === 0) return equal;
    if (known.size === maxKnown) known.clear();
    const copy = Buffer.copyBytesFrom(bytes);
    known.set(text, copy);
    return copy;
  };
}
