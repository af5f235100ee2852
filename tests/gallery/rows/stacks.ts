import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Expectations, toBeSeen } from '../../stacks/expectations.ts';
import { fixedFastify, type NodeStack, nodeStacks } from '../../stacks/node-stacks.ts';
import { type OtherStack, otherStacks, type StackVersion, versionsOf } from '../../stacks/other-stacks.ts';
import { startCounted } from '../../stacks/try-stack.ts';
import { type Divided, divide } from '../../support/tiers.ts';
import type { Row, Started } from '../row.ts';

/** Returns the row of a real framework. The row expects what the kit was predicted to find, corrected by what it really found. */
function stackRow(id: string, expected: Expectations, concurrency: number, start: Row['start']): Row {
  return {
    id,
    family: 'stacks',
    title: expected.title,
    origin: 'It is written as the documentation of the framework shows.',
    settings: { concurrency },
    expect: {
      reports: [...toBeSeen(expected, 'fails'), ...toBeSeen(expected, 'warns')],
      may: expected.mayWarn ?? [],
    },
    start,
  };
}

/** Returns the row of a JavaScript stack, which runs in this process, with windows of two seconds. */
const nodeRow = ({ name, expected, start }: NodeStack): Row =>
  stackRow(name, expected, 1, () => startCounted(start, 2));

/** Returns the row of a stack in another language, which is built first. */
function otherRow({ windowSeconds, concurrency = 1 }: OtherStack, version: StackVersion): Row {
  const { id, expected, prepare } = version;
  return stackRow(id, expected, concurrency, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-stack-'));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    const built = await prepare(folder);
    if (built.kind === 'skipped') {
      remove();
      return { skipped: built.why };
    }
    const { close, counted, url } = await startCounted(built.start, windowSeconds);
    const server: Started = { url, close: () => close().finally(remove) };
    // If several requests are in flight, some of them may arrive while the target is rate-limiting.
    return concurrency === 1 ? { ...server, counted } : server;
  });
}

const rowsOf = (stacks: readonly OtherStack[]): Row[] =>
  stacks.flatMap((stack) => versionsOf(stack).map((version) => otherRow(stack, version)));

/** Stacks that need no download and no build; one of them is in the quick tier. */
export const stacks: Divided<Row> = divide(
  [...[...nodeStacks, fixedFastify].map(nodeRow), ...rowsOf(otherStacks.filter((one) => one.fromSystem))],
  ({ id }) => id === 'express',
);

/** Stacks that download and compile. `npm run gallery -- --family stacks` also runs these. */
export const builtStacks: readonly Row[] = rowsOf(otherStacks.filter((one) => !one.fromSystem));
