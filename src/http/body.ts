import { keptOfBody } from '../exchange/response.ts';

/** A received body; only its beginning if it was truncated. */
export interface CollectedBody {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * Collects a body of at most `cap` bytes. Parts are copied into one buffer, because a body in a million parts of one byte would
 * take a hundred times its size in memory.
 */
export function createBodyCollector(cap: number) {
  let room = Buffer.alloc(0);
  let size = 0;
  return {
    /** Adds a part; returns false once the limit is exceeded. */
    add(part: Uint8Array): boolean {
      const start = size;
      size += part.length;
      if (size > cap) return false;
      if (size > room.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(Math.max(2 * room.length, size), cap));
        room.copy(larger, 0, 0, start);
        room = larger;
      }
      room.set(part, start);
      return true;
    },
    taken(): CollectedBody {
      const cut = size > cap;
      return { bytes: Buffer.copyBytesFrom(room, 0, cut ? keptOfBody : size), cut };
    },
  };
}
