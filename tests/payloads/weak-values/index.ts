import { firstTwelve } from './first-twelve.ts';
import { twelveMore } from './twelve-more.ts';
import type { WeakValue } from './weak-value.ts';

export type { WeakValue } from './weak-value.ts';

/** Weak validators that fail only for some values of a kind, so that only generated bodies find them. */
export const sets: readonly (readonly WeakValue[])[] = [firstTwelve, twelveMore];

export const weakValues: readonly WeakValue[] = sets.flat();
