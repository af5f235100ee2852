import type { JsonObject } from '../json/read.ts';
import { writeJson } from '../json/value.ts';

/** The rows of a list, as JSON, that the run created: those with its mark in them. What others stored is not ours to show. */
export function rowsOfRun(rows: readonly JsonObject[], runMark: string): string[] {
  return rows.map(writeJson).filter((text) => text.toLowerCase().includes(runMark));
}
