import { dirname } from 'node:path';
import { type Flags, optionValues } from '../../config/values.ts';
import { commands } from '../commands.ts';
import { deliver } from '../deliver.ts';
import { endedBySignal } from '../leaving.ts';
import { readReportFile } from '../named-files.ts';
import { loadReporters, prepareReports, readReporters, terminalOnly } from '../reporters.ts';
import type { Surroundings } from '../surroundings.ts';

/** `report FILE`: writes other reports from a report.json, nothing else being needed. 0 where all were written. */
export async function report(flags: Flags, surroundings: Surroundings): Promise<number> {
  const path = String(flags['file'] ?? '');
  const values = optionValues(commands.report.options, flags);
  const found = readReportFile(path, surroundings);
  const folder = values.text('reports')?.text ?? dirname(path);
  const asked = readReporters(values.text('reporter') ?? terminalOnly, folder, surroundings.env);
  const reporters = await loadReporters(asked);
  await endedBySignal(async () => {
    prepareReports(reporters);
  });
  const well = await deliver(found, reporters, { quiet: false, reportPath: path }, surroundings);
  return well ? 0 : 3;
}
