import type { Level } from '../spec/requirement.ts';

/** What `list --level` takes. */
export const levels: readonly Level[] = ['required', 'advisory', 'observed', 'excluded'];

/** What `diff --format` takes; JSON is a switch of its own, as for every command that has it. */
export const diffFormats = ['text', 'markdown'] as const;

/** The shells that `completion` knows. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];
