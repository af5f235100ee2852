import { basename, dirname } from 'node:path';
import { galleryPage } from '../../../gallery/page.ts';
import { referenceRows } from '../../../gallery/reference.ts';
import type { Row } from '../../../gallery/row.ts';
import { type Outcome, runRows } from '../../../gallery/run-row.ts';
import { isGood, summaryOf } from '../../../gallery/summary.ts';
import { galleryReport, kindOf } from '../../../gallery/text.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { liveLine } from '../../report/terminal/progress.ts';
import { matchesOnly } from '../../spec/catalog.ts';
import { counted } from '../../text/layout.ts';
import { shown } from '../../text/shown.ts';
import { advice, nearest } from '../../text/similar.ts';
import type { FlagsOf } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { exitWith, onStopSignal } from '../exit.ts';
import { writeNamed } from '../named-files.ts';
import { prepareFolder } from '../reporting.ts';

/** `gallery`: runs the kit against each server of the gallery. Returns 0 if all results are as expected, else 1. */
export async function gallery(
  { only, write: page, json }: FlagsOf<'gallery'>,
  environment: Environment,
): Promise<number> {
  const selected = only === undefined ? referenceRows : select(only);
  const whole = selected.length === referenceRows.length;
  if (page !== undefined && !whole) throw new UsageError('--write needs the whole gallery. Remove --only.');
  // Before the first server starts.
  if (page !== undefined) prepareFolder(dirname(page), [basename(page)]);
  const outcomes = await runWithProgress(selected, environment);
  const summary = summaryOf(outcomes, whole);
  const { defects, variants, whileLimited, gaps } = summary;
  environment.stdout.write(
    json
      ? jsonText({ entries: outcomes.map(asJson), defects, variants, whileLimited, gaps })
      : galleryReport(outcomes, summary, whole, pageOf(environment, 0, 110)),
  );
  if (page !== undefined) await writeNamed(page, galleryPage(outcomes, summary));
  return isGood(summary) ? 0 : 1;
}

/** Selects the rows whose ids match a pattern. Throws a UsageError if a pattern matches none. */
function select(text: string): readonly Row[] {
  const ids = referenceRows.map(({ id }) => id);
  for (const pattern of text.split(',').map((part) => part.trim())) {
    if (ids.some((id) => matchesOnly(id, pattern))) continue;
    throw new UsageError(
      `--only: no defect or variant matches ${quoted(pattern)}.${advice(nearest(pattern, ids, 3))}\n` +
        'npx petstore-conformance list --defects shows the defects, list --variants the legal variants.',
    );
  }
  return referenceRows.filter(({ id }) => matchesOnly(id, text));
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
      line.show(shown`${done} of ${selected.length}${failures}`);
    });
  } finally {
    line.clear();
    stopListening();
  }
}

function asJson({ row, found, complaints }: Outcome): object {
  return { kind: kindOf(row), id: row.id, expected: row.expect.reports, found, complaints };
}
