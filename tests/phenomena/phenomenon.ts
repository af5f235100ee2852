import type { Settings } from '../../src/config/settings.ts';
import type { Reproduced } from './reproduce.ts';

/** A run of the kit that shows what it reports about a server now. */
export interface Reproduction {
  /** Servers by id, each a change of the previous one. */
  readonly servers: readonly string[];
  /** Settings that differ from the defaults, and how the list shows them. */
  readonly settings?: Partial<Settings>;
  /** Milliseconds of the server's window, if not a minute. */
  readonly windowMs?: number;
  /** What the list adds to the verdict. */
  readonly says?: (reproduced: Reproduced) => string;
}

/** A test that shows the current behavior, if a run against one server does not. */
export interface Evidence {
  readonly test: string;
  /** Part of the test's title. */
  readonly name: string;
  readonly holds: string;
}

/** A mistake of the kit with a real server. */
export interface Phenomenon {
  /** What happened, in one sentence. */
  readonly what: string;
  readonly seenIn: string;
  /** Stacks in `tests/stacks/` that show it with real software. */
  readonly stacks?: readonly string[];
  readonly shownBy: readonly (Reproduction | Evidence)[];
}

/** Phenomena of one kind: a section of the list. */
export interface Section {
  readonly title: string;
  readonly phenomena: readonly Phenomenon[];
}
