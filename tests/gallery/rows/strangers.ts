import { prepareStranger } from '../../strangers/prepare.ts';
import { type Stranger, strangers } from '../../strangers/table.ts';
import type { Row } from '../row.ts';
import { trialKey } from '../trial.ts';

/** Returns the row of an independently written server, which runs in its own process and in real time. */
export function strangerRow(stranger: Stranger): Row {
  const { file, what, args, status, missed, mayWarn = [] } = stranger;
  const { mustFail = [], mustFailOneOf = [], mayFail = [] } = missed === true ? {} : stranger;
  return {
    id: file,
    family: 'strangers',
    title: what,
    origin: 'Someone wrote it from the specification alone.',
    settings: args ?? {},
    expect: {
      reports: mustFail,
      oneOf: mustFailOneOf,
      may: [...mayFail, ...mayWarn],
      ...(status === undefined ? {} : { status }),
    },
    start: async () => {
      const prepared = await prepareStranger(stranger);
      if (prepared.kind === 'skipped') return { skipped: prepared.why };
      return prepared.start({ key: trialKey, limit: 60, windowSeconds: 4 });
    },
  };
}

export const strangerRows: readonly Row[] = strangers.map(strangerRow);
