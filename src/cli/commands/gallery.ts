import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Entry, entries } from '../../../gallery/entry.ts';
import type { Outcome } from '../../../gallery/outcome.ts';
import { galleryPage } from '../../../gallery/page.ts';
import { runGallery } from '../../../gallery/run-gallery.ts';
import { isGood, type Summary, summaryOf } from '../../../gallery/summary.ts';
import { galleryReport } from '../../../gallery/text.ts';
import { galleryOptions } from '../../config/command-tables.ts';
import { fileReason } from '../../config/files.ts';
import { advice, nearest, quoted, UsageError } from '../../config/messages.ts';
import { type Flags, type Given, optionValues } from '../../config/values.ts';
import { liveLine } from '../../report/terminal/live-line.ts';
import { writeWhole } from '../../report/write-file.ts';
import { matchesOnly } from '../../spec/id-pattern.ts';
import { counted } from '../../text/layout.ts';
import { printableJsonText, shown } from '../../text/shown.ts';
import { columnsOf, painter, wantsColour } from '../../text/terminal.ts';
import { endedBySignal, leave, onStopSignal } from '../leaving.ts';
import type { Surroundings } from '../surroundings.ts';

/** `gallery`: the kit against every server of the gallery. 0 all as it should be, 1 not, 130 interrupted. */
export async function gallery(flags: Flags, surroundings: Surroundings): Promise<number> {
  const values = optionValues(galleryOptions, flags);
  const only = values.text('only');
  const page = values.text('write');
  const chosen = only === undefined ? entries : choose(only);
  const whole = chosen.length === entries.length;
  if (page !== undefined) refuseUnwritable(page.text, whole);
  const outcomes = await runWithProgress(chosen, surroundings);
  const summary = summaryOf(outcomes, whole);
  print(outcomes, summary, whole, values.on('json'), surroundings);
  if (page !== undefined) await writePage(page.text, galleryPage(outcomes, summary));
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

async function writePage(path: string, text: string): Promise<void> {
  try {
    await endedBySignal(() => writeWhole(dirname(path), basename(path), text));
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

function print(
  outcomes: readonly Outcome[],
  summary: Summary,
  whole: boolean,
  json: boolean,
  { stdout, env }: Surroundings,
): void {
  if (json) {
    stdout.write(printableJsonText(`${JSON.stringify(asJson(outcomes, summary), null, 2)}\n`));
    return;
  }
  const page = { width: Math.min(110, columnsOf(stdout, env)), paint: painter(wantsColour(stdout, env)) };
  stdout.write(galleryReport(outcomes, summary, whole, page));
}

/** For programs: each entry with what was expected and found, and the sums. */
function asJson(outcomes: readonly Outcome[], { defects, variants, whileLimited, gaps }: Summary): object {
  return {
    entries: outcomes.map(({ entry: { kind, server }, found, complaints }) => ({
      kind,
      id: server.id,
      expected: 'requirements' in server ? server.requirements : server.warnings,
      found,
      complaints,
    })),
    defects,
    variants,
    whileLimited,
    gaps,
  };
}
