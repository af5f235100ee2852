import type { Defect } from '../change.ts';
import { editReading, editResponses, responsesOf } from '../edits.ts';
import { problem } from '../problem.ts';

/** Returns whether a value is nested deeper than a recursive reader can go. */
const isVeryDeep = (body: Uint8Array): boolean => Buffer.from(body).includes('['.repeat(1_000));

const failing = editReading((body, read) =>
  isVeryDeep(body) && read(body).kind === 'problem'
    ? { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') }
    : read(body),
);

/** Bodies that exceed what a parser or a validator can process. */
export const poisonDefects: readonly Defect[] = [
  {
    id: 'name-thousands-deep-500',
    title: 'A name nested thousands deep is answered 500',
    story: 'The validator calls itself for each level and runs out of stack.',
    requirements: ['invalid.name-type'],
    needs: ['thorough'],
    change: failing,
  },
  {
    id: 'name-thousands-deep-cut',
    title: 'A name nested thousands deep has the connection cut',
    story: 'The process runs out of stack and is started anew.',
    requirements: ['invalid.name-type'],
    needs: ['thorough'],
    change: (parts, tools) => {
      const changed = { ...parts, ...failing(parts, tools) };
      const cutting = editResponses(responsesOf('createCategory', 500), (response) => ({
        ...response,
        delivery: { cut: 'before-answer' },
      }));
      return { ...failing(parts, tools), ...cutting(changed, tools) };
    },
  },
];
