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
import type { Requirement, Traits } from './requirement.ts';

/** Rises with every change to the ledger: the last number for wording, the middle one for new rows. */
export const ledgerVersion = '1.1.0';

/** One part of the ledger, as `list` and the reports show it. */
export interface LedgerSection {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** A section whose requirements have `shared` traits besides their own. */
function section(title: string, requirements: readonly Requirement[], shared: Traits = {}): LedgerSection {
  return {
    title,
    requirements: requirements.map((row) => ({ ...row, traits: merged(shared, row.traits ?? {}) })),
  };
}

function merged(shared: Traits, own: Traits): Traits {
  const joined = <Item>(a: readonly Item[] = [], b: readonly Item[] = []) => [...new Set([...a, ...b])];
  return {
    ...shared,
    ...own,
    needs: joined(shared.needs, own.needs),
    fedBy: joined(shared.fedBy, own.fedBy),
  };
}

/** The ledger in the order in which it is read: from the address to HTTP itself. */
export const sections: readonly LedgerSection[] = [
  section('Versioning', versioning),
  section('Authentication', authentication, { needs: ['credentials', 'valid key'], evidence: 'status' }),
  section('Errors', errors, {
    fedBy: ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed'],
    anyStatus: true,
  }),
  section('Listing categories', listing, { fedBy: ['list.ok', 'create.created'], status: 200 }),
  section('Creating a category', creating, { needs: ['writes'], fedBy: ['create.created'], status: 201 }),
  section('Refusing invalid bodies', refusing, {
    needs: ['writes'],
    fedBy: ['create.created'],
    evidence: 'status',
    invalidBodies: true,
  }),
  section('Rate-limit headers', rateLimitHeaders, {
    fedBy: ['auth.key-missing', 'invalid.name-missing', 'create.created', 'pets.exists', 'orders.exists'],
    evidence: { headers: ['x-ratelimit-*'] },
    anyStatus: true,
  }),
  section('Rate limiting', rateLimiting, { needs: ['429', 'proof'], evidence: 'status', timeline: true }),
  section('Other operations', otherOperations),
  section('HTTP', http, { fedBy: ['auth.key-missing', 'create.created'], anyStatus: true }),
];

/** The requirement that each plain GET of the kit's own is sent for, by its reason. */
export const plainListsFor = {
  recovery: 'limit.recovers',
  'sign of life': 'list.ok',
  storage: 'list.ok',
  control: 'http.sheds-load',
  proof: 'limit.enforced',
} as const;

/** Every requirement, section by section. */
export const ledger: readonly Requirement[] = sections.flatMap((section) => section.requirements);

const byId: ReadonlyMap<string, Requirement> = new Map(ledger.map((row) => [row.id, row]));

/** Whether `text` is the id of a requirement, letter by letter. */
export function isRequirementId(text: string): boolean {
  return byId.has(text);
}

/** The traits of a requirement; none for an id that is not in the ledger, such as that of a custom check. */
export function traitsOf(id: string): Traits {
  return byId.get(id)?.traits ?? {};
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
