import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../model/report.ts';

const reportFileName = 'report.json';

/**
 * The text of report.json. `complete` stands last, whatever the order of the report's own properties: a file
 * that was cut short is no JSON, and one that is JSON says whether the run came to its end.
 */
export function reportJson(report: Report): string {
  const { complete, ...rest } = report;
  return `${JSON.stringify({ ...rest, complete }, null, 2)}\n`;
}

/**
 * Writes report.json into `folder` and returns its path. It is written aside and then renamed, so that a reader
 * never meets half a report. Rejects with the error of the file system.
 */
export async function writeReportJson(report: Report, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, reportFileName);
  const aside = join(folder, `.${reportFileName}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await writeFile(aside, reportJson(report), { flag: 'wx' });
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return path;
}
