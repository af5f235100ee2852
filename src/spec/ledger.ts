import { editDistance } from './edit-distance.ts';
import { authentication } from './ledger/authentication.ts';
import { creating } from './ledger/creating.ts';
import { errors } from './ledger/errors.ts';
import { http } from './ledger/http.ts';
import { listing } from './ledger/listing.ts';
import { otherOperations } from './ledger/other-operations.ts';
import { rateLimitHeaders } from './ledger/rate-limit-headers.ts';
import { rateLimiting } from './ledger/rate-limiting.ts';
import { refusing } from './ledger/refusing.ts';
import { versioning } from './ledger/versioning.ts';
import type { Requirement } from './requirement.ts';

/** Rises with every change to the ledger: the last number for wording, the middle one for new rows. */
export const ledgerVersion = '1.1.0';

/** One part of the ledger, as `list` and the reports show it. */
export interface LedgerSection {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** The ledger in the order in which it is read: from the address to HTTP itself. */
export const sections: readonly LedgerSection[] = [
  { title: 'Versioning', requirements: versioning },
  { title: 'Authentication', requirements: authentication },
  { title: 'Errors', requirements: errors },
  { title: 'Listing categories', requirements: listing },
  { title: 'Creating a category', requirements: creating },
  { title: 'Refusing invalid bodies', requirements: refusing },
  { title: 'Rate-limit headers', requirements: rateLimitHeaders },
  { title: 'Rate limiting', requirements: rateLimiting },
  { title: 'Other operations', requirements: otherOperations },
  { title: 'HTTP', requirements: http },
];

/** Every requirement, section by section. */
export const ledger: readonly Requirement[] = sections.flatMap((section) => section.requirements);

const byId: ReadonlyMap<string, Requirement> = new Map(ledger.map((row) => [row.id, row]));

/** Whether `text` is the id of a requirement, letter by letter. */
export function isRequirementId(text: string): boolean {
  return byId.has(text);
}

/**
 * The requirement with this id. Meant for ids written in the code: an unknown one is a programming fault and
 * throws. What a user typed is tried with `isRequirementId` first and answered with `similarIds`.
 */
export function requirement(id: string): Requirement {
  const found = byId.get(id);
  if (found !== undefined) return found;
  const near = similarIds(id, 1)[0];
  const advice = near === undefined ? 'Use an id of src/spec/ledger.' : `Write "${near}" if that was meant.`;
  throw new Error(`Failed to look up a requirement: the ledger has no id "${id}". ${advice}`);
}

/**
 * At most `n` ids that `text` may have been meant for, the nearest first; none where nothing is near.
 * An id is near that contains the text (three characters at least) or differs from it, with or without its
 * section, in no more than a third of the characters.
 */
export function similarIds(text: string, n = 3): string[] {
  const wanted = text.trim().toLowerCase();
  const furthest = Math.floor(wanted.length / 3);
  return ledger
    .map(({ id }) => ({ id, distance: distanceToId(wanted, id) }))
    .filter(({ distance }) => distance <= furthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, n)
    .map(({ id }) => id);
}

/** How far `wanted` is from an id: a part of it counts like one slip, so that exact ids come first. */
function distanceToId(wanted: string, id: string): number {
  const name = id.slice(id.indexOf('.') + 1);
  const slips = Math.min(editDistance(wanted, id), editDistance(wanted, name) + 1);
  return wanted.length >= 3 && id.includes(wanted) ? Math.min(slips, 1) : slips;
}
