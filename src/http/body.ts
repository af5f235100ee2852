/** A body longer than this may take all the room of the cap at once, in bytes; few of them are read at a time. */
const longBody = 512 * 1024;
/** How much of a body that was cut is kept to show; nothing in it is judged, in bytes. */
export const shownOfCut = 64 * 1024;

/** What was taken of a body; if it was cut, its beginning only. */
export interface CollectedBody {
  /** A part of the buffer in which it came. */
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * Collects a body of at most `cap` bytes. Parts are not kept as they come: a body in a million parts of a byte would take
 * a hundred times its size.
 */
export function createBodyCollector(cap: number) {
  let room: Uint8Array = new Uint8Array();
  let size = 0;
  return {
    /** Returns whether more may come: false once there is more than the cap. */
    add(part: Uint8Array): boolean {
      const end = size + part.length;
      // Nearly every body comes in one part, which is taken as it is.
      if (size === 0) room = part;
      else {
        const kept = part.subarray(0, Math.max(0, cap - size));
        if (size + kept.length > room.length) {
          // Room that a long body does not fill takes no memory.
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

/** Creates turns, at most `most` of which are taken at a time; they are given in the order of asking. */
export function createTurns(most: number) {
  const waiting = new Set<{ readonly go: () => void; has: boolean }>();
  let free = most;
  return () => {
    let own: { readonly go: () => void; has: boolean } | undefined;
    return {
      /** Returns whether the turn was given, now or before; if not, `go` is called once it is. */
      take(go: () => void): boolean {
        if (own !== undefined) return own.has;
        own = { go, has: free > 0 };
        if (own.has) free--;
        else waiting.add(own);
        return own.has;
      },
      /** Ends the turn; to be called once. */
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

/** Room for the longer bodies that are kept, all together, in bytes. */
const roomForLong = 16 * 1024 * 1024;

/**
 * Keeps long bodies for those that look at a response later: the newest, as many as there is room for, since a target must
 * not be able to fill the memory. All that may have arrived together are kept, since none of them is judged yet:
 * `longAtATime` of any length, and `concurrency` of those that do not wait for one another.
 */
export function createBodyKeeper(concurrency: number, longAtATime: number) {
  const most = roomForLong + concurrency * longBody;
  const kept: { bytes: Uint8Array | undefined; readonly size: number }[] = [];
  let held = 0;
  return (bytes: Uint8Array): { readonly bytes: Uint8Array | undefined } => {
    const entry = { bytes, size: bytes.length };
    kept.push(entry);
    held += entry.size;
    while (held > most && kept.length > longAtATime) {
      const oldest = kept.shift();
      if (oldest === undefined) break;
      oldest.bytes = undefined;
      held -= oldest.size;
    }
    return entry;
  };
}

/** Of longer bodies only the newest is remembered, in bytes. */
const longestShared = 1024;
/** A longer body never comes in one part, which would lie in the buffer of its connection, in bytes. */
const longestCopied = 1024 * 1024;
/** How many different bodies to remember: an error has few texts. */
const mostKnown = 64;

/**
 * Creates a function that copies a body out of its buffer, or returns the copy of an equal one: a service refuses thousands
 * of bodies with the same bytes, which then need to be parsed only once.
 */
export function createBodySharer() {
  const known = new Map<string, Uint8Array>();
  let newest: Uint8Array = new Uint8Array();
  return (bytes: Uint8Array): Uint8Array => {
    if (bytes.length > longestShared) {
      if (bytes.length === newest.length && Buffer.compare(bytes, newest) === 0) return newest;
      // A body that came in many parts lies in room of its own.
      const isOwn = bytes.length > longestCopied && 2 * bytes.length > bytes.buffer.byteLength;
      newest = isOwn ? bytes : Buffer.copyBytesFrom(bytes);
      return newest;
    }
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const equal = known.get(text);
    // A custom rule may have written to it.
    if (equal !== undefined && Buffer.compare(bytes, equal) === 0) return equal;
    if (known.size === mostKnown) known.clear();
    const copy = Buffer.copyBytesFrom(bytes);
    known.set(text, copy);
    return copy;
  };
}
