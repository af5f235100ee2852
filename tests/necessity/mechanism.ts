import type { Family } from './families.ts';

/** A mechanism of the kit, and the simplest thing that can take its place. */
export interface Mechanism {
  /** What it is for, in a few words. */
  readonly title: string;
  /** The module, from the root of the repository. */
  readonly file: string;
  /** The function in that module. It may be private. */
  readonly name: string;
  /** The source of what takes its place. */
  readonly standIn: string;
  /** The servers to ask, those most likely to change first. */
  readonly families: readonly Family[];
  /** Why the mechanism stays although no server can show that it is needed. */
  readonly reason?: string;
}

/**
 * Describes a mechanism. `replace` gets the function and returns its replacement. It is written into the module as
 * source, so it can use only its argument and the names of that module.
 */
export function mechanism<Original>(
  title: string,
  at: `${string}.ts:${string}`,
  families: readonly Family[],
  replace: (original: Original) => Original,
  reason?: string,
): Mechanism {
  const [file = '', name = ''] = at.split(':');
  return {
    title,
    file,
    name,
    standIn: `(${replace.toString()})(${name})`,
    families,
    ...(reason === undefined ? {} : { reason }),
  };
}
