import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Entry, entries } from '../../../gallery/entry.ts';
import type { Outcome } from '../../../gallery/outcome.ts';
import { galleryPage } from '../../../gallery/page.ts';
import { runGallery } from '../../../gallery/run-gallery.ts';
import { isGood, type Summary, summaryOf } from '../../../gallery/summary.ts';
import { galleryReport } from '../../../gallery/text.ts';
import { fileReason } from '../../config/files.ts';
import { advice, nearest, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, type Given, optionValues } from '../../config/values.ts';
import { writeWhole } from '../../files/write-file.ts';
import { liveLine } from '../../report/terminal/progress.ts';
import { matchesOnly } from '../../spec/id-pattern.ts';
import { counted } from '../../text/layout.ts';
import { shown } from '../../text/shown.ts';
import { commands } from '../commands.ts';
import { endedBySignal, leave, onStopSignal } from '../leaving.ts';
import { jsonText, pageOf, type Surroundings } from '../surroundings.ts';

/** `gallery`: the kit against every server of the gallery. 0 all as it should be, 1 not, 130 interrupted. */
export async function gallery(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(commands.gallery.options, flags);
  const only = values.text('only');
  const page = values.text('write');
  const chosen = only === undefined ? entries : choose(only);
  const whole = chosen.length === entries.length;
  if (page !== undefined) refuseUnwritable(page.text, whole);
  const outcomes = await runWithProgress(chosen, surroundings);
  const summary = summaryOf(outcomes, whole);
  surroundings.stdout.write(
    values.on('json')
      ? jsonText(asJson(outcomes, summary))
      : galleryReport(outcomes, summary, whole, pageOf(surroundings, 0, 110)),
  );
  if (page !== undefined) {
    const write = () => writeWhole(dirname(page.text), basename(page.text), galleryPage(outcomes, summary));
    await endedBySignal(write).catch((error: unknown) => {
      throw unwritable(page.text, error);
    });
  }
  return isGood(summary) ? 0 : 1;
}

/** The entries whose ids match one of the patterns; each pattern must match one. */
function choose({ text, from }: Given): readonly Entry[] {
  const ids = entries.map(({ server }) => server.id);
  for (const pattern of text.split(',').map((part) => part.trim())) {
    if (ids.some((id) => matchesOnly(id, pattern))) continue;
    throw new UsageError(
      `${from}: no defect and no variant is called ${quoted(pattern)}.${advice(nearest(pattern, ids, 3))}\n` +
        'npx petstore-conformance list --defects shows the defects, list --variants the legal variants.',
    );
  }
  return entries.filter(({ server }) => matchesOnly(server.id, text));
}

/** Before the first server is started: nobody waits for a page that cannot be written, or that would be a part. */
function refuseUnwritable(path: string, whole: boolean): void {
  if (!whole) throw new UsageError('--write takes the whole gallery. Leave --only out.');
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

/** Runs the entries and counts them off on standard error. A signal ends the process: nothing is made of a part. */
async function runWithProgress(
  chosen: readonly Entry[],
  { stderr, env }: Surroundings,
): Promise<readonly Outcome[]> {
  const line = liveLine(stderr, env);
  let done = 0;
  let wrong = 0;
  const stopListening = onStopSignal(() => {
    line.above(shown`Interrupted after ${done} of ${chosen.length}.\n`);
    leave(130);
  });
  stderr.write(shown`Running the kit against ${counted(chosen.length, 'server')}, in shared virtual time.\n`);
  try {
    return await runGallery(chosen, {
      ended: ({ complaints }) => {
        done += 1;
        if (complaints.length > 0) wrong += 1;
        line.show(
          shown`${done} of ${chosen.length}${wrong === 0 ? '' : shown`, ${wrong} not as they should be`}`,
        );
      },
    });
  } finally {
    line.clear();
    stopListening();
  }
}

/** For programs: each entry with what was expected and found, and the sums. */
function asJson(outcomes: readonly Outcome[], { defects, variants, whileLimited, gaps }: Summary): object {
  const results = outcomes.map(({ entry: { kind, server }, found, complaints }) => ({
    kind,
    id: server.id,
    expected: 'requirements' in server ? server.requirements : server.warnings,
    found,
    complaints,
  }));
  return { entries: results, defects, variants, whileLimited, gaps };
}
