import { hash } from 'node:crypto';

/** Texts that were met before. */
export interface SeenTexts {
  /** Whether a text is met for the first time; it no longer is afterwards. */
  add(text: string): boolean;
}

const slotsAtFirst = 256;
/** Of the slots at most so many are taken: the fuller, the longer is the way to a free one. */
const fullest = 0.8;

/**
 * Keeps eight bytes for each text, in a table of which at most `fullest` is taken: 48 bits of its hash. Of a hundred
 * thousand texts two share them once in fifty thousand runs; the second is then taken for met, and not sent.
 */
export function createSeenTexts(): SeenTexts {
  let slots = new Float64Array(slotsAtFirst);
  let taken = 0;

  return {
    add(text) {
      const wanted = hashOf(text);
      const slot = slotOf(slots, wanted);
      if (slots[slot] === wanted) return false;
      slots[slot] = wanted;
      if (++taken > slots.length * fullest) grow();
      return true;
    },
  };

  function grow(): void {
    const larger = new Float64Array(slots.length * 2);
    for (const one of slots) if (one !== free) larger[slotOf(larger, one)] = one;
    slots = larger;
  }
}

const free = 0;

/** Where a hash stands, or the free slot where it is to stand: the next one, going round, from the one it points to. */
function slotOf(slots: Float64Array, wanted: number): number {
  let slot = wanted % slots.length;
  while (slots[slot] !== free && slots[slot] !== wanted) slot = (slot + 1) % slots.length;
  return slot;
}

/** 48 bits of a hash, and never the one that stands for a free slot. */
function hashOf(text: string): number {
  return Number.parseInt(hash('sha1', text, 'hex').slice(0, 12), 16) || 1;
}
