import { UsageError } from '../config/usage-error.ts';
import type { Given } from '../config/values.ts';
import { printableWhole, shown } from '../report/escape.ts';
import { isPipeline } from '../report/terminal/live-line.ts';
import { leave } from './leaving.ts';
import type { Surroundings } from './surroundings.ts';

/** One question of a command, and how its answer is read; `read` throws a UsageError for a wrong one. */
export interface Question<Answer> {
  readonly question: string;
  readonly standard: string;
  readonly read: (given: Given) => Answer;
}

/** The answer: what an option gives, else what is typed, else the default. */
export type Ask = <Answer>(given: Given | undefined, question: Question<Answer>) => Promise<Answer>;

/** Asks on a terminal only: where nobody can answer, defaults are taken, and nothing waits. */
export async function questioner({
  env,
  stdin,
  stderr,
}: Pick<Surroundings, 'env' | 'stdin' | 'stderr'>): Promise<{
  readonly ask: Ask;
  readonly end: () => void;
}> {
  if (stdin?.isTTY !== true || stderr.isTTY !== true || isPipeline(env)) {
    const ask: Ask = async (given, { standard, read }) =>
      read(given ?? { text: standard, from: 'the default', byFlag: false });
    return { ask, end: () => {} };
  }
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: stdin, output: stderr as NodeJS.WriteStream });
  let done = false;
  // Ctrl-C, or the end of the input, in the middle of a question.
  terminal.on('close', () => {
    if (done) return;
    stderr.write(shown`\nNothing was written.\n`);
    leave(130);
  });
  const ask: Ask = async (given, { question, standard, read }) => {
    if (given !== undefined) return read(given);
    for (;;) {
      const typed = (
        await terminal.question(standard === '' ? `${question}: ` : `${question} [${standard}]: `)
      ).trim();
      try {
        return read({ text: typed === '' ? standard : typed, from: 'the answer', byFlag: true });
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        stderr.write(shown`${printableWhole(error.message)}\n`);
      }
    }
  };
  const end = (): void => {
    done = true;
    terminal.close();
  };
  return { ask, end };
}
