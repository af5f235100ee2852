import { firstTwelve } from './first-twelve.ts';
import { twelveMore } from './twelve-more.ts';
import type { WeakValidator } from './weak-validator.ts';

export type { WeakValidator } from './weak-validator.ts';

/** Weak validators that fail only for some values of a kind, so that only generated bodies find them. */
export const sets: readonly (readonly WeakValidator[])[] = [firstTwelve, twelveMore];

export const weakValidators: readonly WeakValidator[] = sets.flat();
