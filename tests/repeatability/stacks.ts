import { type Expectations, toBeSeen } from '../stacks/expectations.ts';
import { fixedFastify, nodeStacks } from '../stacks/node-stacks.ts';
import { otherStacks, versionsOf } from '../stacks/other-stacks.ts';
import type { StartStack } from '../stacks/stack.ts';
import type { Prepared } from '../stacks/toolchains/toolchain.ts';
import { tryStack } from '../stacks/try-stack.ts';
import type { Subject } from './repeat.ts';

/**
 * Each run waits for one window. On a busy machine, six stacks at a time would not use up their limits in a shorter
 * window.
 */
const windowSeconds = 8;

/** Only the bodies of some seeds contain what these JSON readers wrongly accept, such as `NaN` or a second value. */
const bySeed: ReadonlyMap<string, readonly string[]> = new Map(
  ['fastapi', 'chi', 'jetty'].map((name) => [name, ['invalid.body-lenient']]),
);

/** A stack of tests/stacks, built if its toolchain is installed. */
export interface StackSubject {
  readonly title: string;
  /** Builds the stack into a folder. */
  readonly prepare: (folder: string) => Promise<Prepared>;
  /** What to run once the stack is built. */
  readonly subject: (start: StartStack) => Subject;
}

function stackSubject(
  { expected, prepare }: { readonly expected: Expectations; readonly prepare: StackSubject['prepare'] },
  more: { readonly concurrency?: number | undefined; readonly bySeed?: readonly string[] } = {},
): StackSubject {
  const { title } = expected;
  return {
    title,
    prepare,
    subject: (start) => ({
      title,
      bySeed: more.bySeed ?? [],
      reports: [...toBeSeen(expected, 'fails'), ...toBeSeen(expected, 'warns')],
      runOnce: async ({ seed }) => {
        const { report, passed } = await tryStack(start, windowSeconds, more.concurrency, { seed });
        return { report, requests: passed.requests };
      },
    }),
  };
}

const ofNode = [...nodeStacks.slice(0, 1), fixedFastify].map(({ expected, start }) =>
  stackSubject({ expected, prepare: async () => ({ kind: 'ready', start, versions: [] }) }),
);

/** These stacks say how long to wait after a 429. With other stacks, a client waits for a minute. */
const others = ['fastapi', 'chi', 'mojolicious', 'jetty'].flatMap((name) =>
  otherStacks
    .filter((stack) => stack.name === name)
    .flatMap((stack) =>
      versionsOf(stack)
        .slice(0, 1)
        .map((first) =>
          stackSubject(first, { concurrency: stack.concurrency, bySeed: bySeed.get(name) ?? [] }),
        ),
    ),
);

/** Six stacks in five languages. Each run takes real time. */
export const stackSubjects: readonly StackSubject[] = [...ofNode, ...others];
