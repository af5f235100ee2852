import { keptOfBody } from '../exchange/response.ts';

/** A received body; only its beginning if it was truncated. */
export interface CollectedBody {
  readonly bytes: Uint8Array;
  readonly cut: boolean;
}

/**
 * Collects a body of at most `cap` bytes. Parts are copied into one buffer, because a body in a million parts of one byte
 * would take a hundred times its size.
 */
export function createBodyCollector(cap: number) {
  let room = Buffer.alloc(0);
  let size = 0;
  return {
    /** Adds a part; returns false once the limit is exceeded. */
    add(part: Uint8Array): boolean {
      const end = size + part.length;
      if (end > cap) {
        size = end;
        return false;
      }
      if (end > room.length) {
        const larger = Buffer.allocUnsafeSlow(size === 0 ? end : Math.min(2 * end, cap));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      room.set(part, size);
      size = end;
      return true;
    },
    taken: (): CollectedBody =>
      size > cap
        ? { bytes: Buffer.copyBytesFrom(room, 0, keptOfBody), cut: true }
        : { bytes: room.length === size ? room : Buffer.copyBytesFrom(room, 0, size), cut: false },
  };
}
