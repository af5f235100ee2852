import { sections, traitsOf } from '../spec/catalog.ts';
import { grouped } from '../text/grouped.ts';
import type { Finding, TimelineRow } from './model/report.ts';

// The order in which reports show things: findings by cause, and responses as the server sent them.

/**
 * Sorts findings so that causes come first. The findings of a requirement stay together, with the most frequent first. A
 * requirement comes after the violated requirements that it depends on. A requirement about what the server stored comes
 * after those about the requests that stored it wrongly. Otherwise, the order does not change.
 */
export function byCause(findings: readonly Finding[]): Finding[] {
  const groups = grouped(findings, ({ requirement }) => requirement);
  const waiting = [...groups.keys()];
  const ordered: Finding[] = [];
  while (waiting.length > 0) {
    const free = waiting.findIndex((id) =>
      waiting.every((other) => other === id || !isCauseOf(other, id, groups)),
    );
    // If every requirement still depends on another, there is a cycle, which the traits should not have.
    const [id = ''] = waiting.splice(Math.max(0, free), 1);
    for (const one of (groups.get(id) ?? []).toSorted((a, b) => b.count - a.count)) ordered.push(one);
  }
  return ordered;
}

function isCauseOf(cause: string, id: string, groups: ReadonlyMap<string, readonly Finding[]>): boolean {
  if (dependsOn(id, cause)) return true;
  if (traitsOf(id).showsStored !== true || traitsOf(cause).showsStored === true) return false;
  return traitsOf(cause).needs?.includes('writes') === true && (groups.get(cause) ?? []).some(isStored);
}

/** Checks whether a requirement depends on another, directly or through others. */
function dependsOn(id: string, other: string, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return (traitsOf(id).dependsOn ?? []).some((one) => one === other || dependsOn(one, other, seen));
}

function isStored({ exchange }: Finding): boolean {
  const status = exchange?.response?.status ?? 0;
  return status >= 200 && status < 300;
}

const sectionTitles = new Map(
  sections.flatMap(({ title, requirements }) => requirements.map(({ id }) => [id, title] as const)),
);

/** Returns the title of the section of a requirement. A report of another version may have other requirements. */
export function sectionOf({ id, section }: { readonly id: string; readonly section?: string }): string {
  return section ?? sectionTitles.get(id) ?? 'Other';
}

/**
 * Sorts responses in the order in which the server sent them, as far as that is known: by the time at which they were read.
 * Responses that were in flight at the same time are sorted by Remaining, with a 429 last.
 */
export function asServed(rows: readonly TimelineRow[]): TimelineRow[] {
  const sorted: TimelineRow[] = [];
  for (const row of rows.toSorted((a, b) => a.readMs - b.readMs || a.id - b.id)) {
    const after = sorted.findLastIndex((other) => !isServedBefore(row, other));
    sorted.splice(after + 1, 0, row);
  }
  return sorted;
}

/**
 * Checks whether a response that was read later was sent earlier: both were in flight at the same time and show the same
 * window.
 */
function isServedBefore(later: TimelineRow, earlier: TimelineRow): boolean {
  if (later.atMs > earlier.readMs) return false;
  if (later.status === 429 || earlier.status === 429) return later.status !== 429;
  return later.reset === earlier.reset && (later.remaining ?? 0) > (earlier.remaining ?? Infinity);
}
