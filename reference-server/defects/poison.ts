import type { Defect } from '../changes/change.ts';
import { withDelivery } from '../changes/delivery.ts';
import { editReading, editResponses, responsesOf } from '../changes/edits.ts';
import { problem } from '../problem.ts';

/** Returns whether a value is nested too deeply for a recursive reader. */
const isVeryDeep = (body: Uint8Array): boolean => Buffer.from(body).includes('['.repeat(1_000));

const failing = editReading((body, read) =>
  isVeryDeep(body) && read(body).kind === 'problem'
    ? { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') }
    : read(body),
);

/** Servers that fail on bodies that their parser or validator cannot process. */
export const poisonDefects: readonly Defect[] = [
  {
    id: 'name-thousands-deep-500',
    title: 'Returns 500 for a name nested thousands of levels deep',
    story: 'The recursive validator overflows its stack.',
    requirements: ['invalid.name-type'],
    needs: ['thorough'],
    change: failing,
  },
  {
    id: 'name-thousands-deep-cut',
    title: 'Closes the connection for a name nested thousands of levels deep',
    story: 'The process overflows its stack and is restarted.',
    requirements: ['invalid.name-type'],
    needs: ['thorough'],
    change: (parts, tools) => {
      const changed = { ...parts, ...failing(parts, tools) };
      const disconnecting = editResponses(responsesOf('createCategory', 500), (response) =>
        withDelivery(response, { cut: 'before-response' }),
      );
      return { ...failing(parts, tools), ...disconnecting(changed, tools) };
    },
  },
];
