import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Report } from '../report/model/report.ts';
import { escapedAlready, printable, shown } from '../text/shown.ts';
import type { Surroundings } from './surroundings.ts';

/** GitHub drops the whole summary of a step that is larger, with what other commands wrote; in bytes. */
const longestSummary = 1024 * 1024;

/**
 * Adds a report to what a step of GitHub Actions shows and hands on, where the variables say that this is one: its
 * Markdown to the summary of the step, and its verdict to the outputs. A summary that is too full by then is left as
 * it is, and standard error says so. Rejects with the error of the file system.
 *
 * @param reportPath where report.json was written, if it was
 */
export async function tellStep(
  report: Report,
  reportPath: string | undefined,
  { env, stderr }: Pick<Surroundings, 'env' | 'stderr'>,
): Promise<void> {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = env;
  if (output) await appendFile(output, outputs(report, reportPath));
  if (!summary) return;
  const { render } = await import('../report/markdown.ts');
  const there = existsSync(summary) ? statSync(summary).size : 0;
  // A heading needs an empty line before it.
  const text = `${there === 0 ? '' : '\n\n'}${render(report)}\n`;
  if (there + Buffer.byteLength(text) <= longestSummary) await appendFile(summary, text);
  else
    stderr.write(
      shown`petstore-conformance: the summary of this step is full, and the report was left out of it. Give the kit a step of its own.\n`,
    );
}

/**
 * Shows why a command was refused as an annotation, where the variables say that this is a step of GitHub Actions: of a
 * step that failed, people read those before anything else.
 *
 * @param message with nothing secret in it any more
 */
export async function tellStepOfRefusal(
  message: string,
  { env, stdout }: Pick<Surroundings, 'env' | 'stdout'>,
): Promise<void> {
  if (env['GITHUB_ACTIONS'] !== 'true') return;
  const { workflowCommand } = await import('../report/github.ts');
  stdout.write(escapedAlready(`${workflowCommand('error', 'petstore-conformance', message.split('\n'))}\n`));
}

/** The verdict for the steps that follow: `steps.ID.outputs.outcome`, `sentence`, `failures`, `warnings`, `report`. */
function outputs({ verdict: { outcome, sentence, counts } }: Report, reportPath: string | undefined): string {
  const values = {
    outcome,
    sentence: printable(sentence, 1_000),
    failures: counts.fail,
    warnings: counts.warn,
    ...(reportPath === undefined ? {} : { report: resolve(reportPath) }),
  };
  // A name of a file may hold a line break, and must not end its value with that.
  const end = randomBytes(16).toString('hex');
  return Object.entries(values)
    .map(([name, value]) => `${name}<<${end}\n${value}\n${end}\n`)
    .join('');
}
