import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { galleryPage } from '../../../gallery/page.ts';
import { referenceRows } from '../../../gallery/reference.ts';
import type { Row } from '../../../gallery/row.ts';
import { type Outcome, runRows } from '../../../gallery/run-row.ts';
import { isGood, summaryOf } from '../../../gallery/summary.ts';
import { galleryReport, kindOf } from '../../../gallery/text.ts';
import { fileReason } from '../../config/files.ts';
import { advice, nearest, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, type Given, optionValues } from '../../config/values.ts';
import { writeWhole } from '../../files/write-file.ts';
import { liveLine } from '../../report/terminal/progress.ts';
import { matchesOnly } from '../../spec/catalog.ts';
import { counted } from '../../text/layout.ts';
import { shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { exitWith, onStopSignal, stoppableBySignal } from '../exit.ts';

/** `gallery`: runs the kit against each server of the gallery. Returns 0 if all results are as expected, else 1. */
export async function gallery(flags: Flags, environment: Environment): Promise<number> {
  const values = optionValues(commands.gallery.options, flags);
  const only = values.text('only');
  const page = values.text('write')?.text;
  const selected = only === undefined ? referenceRows : select(only);
  const whole = selected.length === referenceRows.length;
  if (page !== undefined) refuseUnwritable(page, whole);
  const outcomes = await runWithProgress(selected, environment);
  const summary = summaryOf(outcomes, whole);
  const { defects, variants, whileLimited, gaps } = summary;
  environment.stdout.write(
    values.on('json')
      ? jsonText({ entries: outcomes.map(asJson), defects, variants, whileLimited, gaps })
      : galleryReport(outcomes, summary, whole, pageOf(environment, 0, 110)),
  );
  if (page !== undefined) {
    const write = () => writeWhole(dirname(page), basename(page), galleryPage(outcomes, summary));
    await stoppableBySignal(write).catch((error: unknown) => {
      throw unwritable(page, error);
    });
  }
  return isGood(summary) ? 0 : 1;
}

/** Selects the rows whose ids match a pattern. Throws a UsageError if a pattern matches none. */
function select({ text, from }: Given): readonly Row[] {
  const ids = referenceRows.map(({ id }) => id);
  for (const pattern of text.split(',').map((part) => part.trim())) {
    if (ids.some((id) => matchesOnly(id, pattern))) continue;
    throw new UsageError(
      `${from}: no defect or variant matches ${quoted(pattern)}.${advice(nearest(pattern, ids, 3))}\n` +
        'npx petstore-conformance list --defects shows the defects, list --variants the legal variants.',
    );
  }
  return referenceRows.filter(({ id }) => matchesOnly(id, text));
}

/** Rejects a page that cannot be written, or would be incomplete, before the first server starts. */
function refuseUnwritable(path: string, whole: boolean): void {
  if (!whole) throw new UsageError('--write needs the whole gallery. Remove --only.');
  try {
    accessSync(dirname(path), constants.W_OK);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error('a directory'), { code: 'EISDIR' });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): UsageError {
  return new UsageError(`--write: ${quoted(path)} cannot be written: ${fileReason(error)}.`);
}

/** Runs the rows and shows progress on stderr. A signal ends the process, because part of a gallery proves nothing. */
async function runWithProgress(
  selected: readonly Row[],
  { stderr, env }: Environment,
): Promise<readonly Outcome[]> {
  const line = liveLine(stderr, env);
  let done = 0;
  let wrong = 0;
  const stopListening = onStopSignal(() => {
    line.above(shown`Interrupted after ${done} of ${selected.length}.\n`);
    exitWith(130);
  });
  stderr.write(shown`Running the kit against ${counted(selected.length, 'server')}, in virtual time.\n`);
  try {
    return await runRows(selected, ({ complaints }) => {
      done += 1;
      if (complaints.length > 0) wrong += 1;
      const failures = wrong === 0 ? '' : shown`, ${wrong} unexpected`;
      line.show(() => shown`${done} of ${selected.length}${failures}`);
    });
  } finally {
    line.clear();
    stopListening();
  }
}

function asJson({ row, found, complaints }: Outcome): object {
  return { kind: kindOf(row), id: row.id, expected: row.expect.reports, found, complaints };
}
