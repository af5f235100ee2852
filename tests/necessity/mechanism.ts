import type { Family } from './families.ts';

/** A mechanism of the kit, and the simplest code that can take its place. */
export interface Mechanism {
  /** What the mechanism is for, in a few words. */
  readonly title: string;
  /** The path of the module, relative to the root of the repository. */
  readonly file: string;
  /** The function in that module. It may be private. */
  readonly name: string;
  /** The source of the stand-in that replaces the function. */
  readonly standIn: string;
  /** The families of servers to test, starting with those whose outcome is most likely to change. */
  readonly families: readonly Family[];
  /** Why the mechanism stays although no server can show that it is needed. */
  readonly reason?: string;
}

/**
 * Describes a mechanism. `replace` gets the function and returns its replacement. The source of `replace` is written into
 * the module, so it can use only its argument and the names of that module.
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
