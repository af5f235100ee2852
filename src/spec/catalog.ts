import { namedOperations } from './operations.ts';
import { reason, reasonClasses, reasonCodes } from './reasons.ts';
import type { Requirement, RequirementRow, Traits } from './requirement.ts';
import { authentication } from './requirements/authentication.ts';
import { creating } from './requirements/creating.ts';
import { errors } from './requirements/errors.ts';
import { http } from './requirements/http.ts';
import { listing } from './requirements/listing.ts';
import { otherOperations } from './requirements/other-operations.ts';
import { rateLimitHeaders } from './requirements/rate-limit-headers.ts';
import { rateLimiting } from './requirements/rate-limiting.ts';
import { refusing } from './requirements/refusing.ts';
import { versioning } from './requirements/versioning.ts';

/** The version of the requirements: a new wording raises the patch number, and a new requirement raises the minor number. */
export const requirementsVersion = '1.4.1';

/** A section of the requirements, as in `list` and the reports. */
export interface CatalogSection {
  readonly title: string;
  readonly requirements: readonly Requirement[];
  /** Whether custom checks may add requirements to the section, because the specification only names its operations. */
  readonly isOpen?: boolean;
}

/** Builds a section whose requirements have their own traits and the `shared` ones. */
function section(title: string, rows: readonly RequirementRow[], shared: Traits = {}): CatalogSection {
  return {
    title,
    requirements: rows.map((one) => {
      const needs = joined(shared.needs, one.traits?.needs);
      const fedBy = joined(shared.fedBy, one.traits?.fedBy);
      const dependsOn = joined(shared.dependsOn, one.traits?.dependsOn);
      return { level: 'required', ...one, traits: { ...shared, ...one.traits, needs, fedBy, dependsOn } };
    }),
  };
}

function joined<Item>(a: readonly Item[] = [], b: readonly Item[] = []): Item[] {
  return [...new Set([...a, ...b])];
}

/** All sections, in the order of the reports. */
export const sections: readonly CatalogSection[] = [
  section('Versioning', versioning),
  section('Authentication', authentication, { evidence: 'status' }),
  section('Errors', errors, {
    fedBy: ['auth.key-missing', 'invalid.name-missing', 'invalid.body-malformed', 'invalid.body-empty'],
    anyStatus: true,
  }),
  section('Listing categories', listing, {
    fedBy: ['list.ok', 'create.created'],
    status: 200,
    showsStored: true,
  }),
  section('Creating a category', creating, { needs: ['writes'], fedBy: ['create.created'], status: 201 }),
  section('Refusing invalid bodies', refusing, {
    needs: ['writes'],
    fedBy: ['create.created'],
    dependsOn: ['create.created', 'auth.key-accepted'],
    evidence: 'status',
    invalidBodies: true,
  }),
  section('Rate-limit headers', rateLimitHeaders, {
    fedBy: [
      ...['auth.key-missing', 'invalid.name-missing', 'invalid.body-empty', 'create.created'],
      ...['pets.exists', 'orders.exists'],
    ],
    evidence: { headers: ['x-ratelimit-*'] },
    anyStatus: true,
  }),
  section('Rate limiting', rateLimiting, { needs: ['429', 'proof'], evidence: 'status', timeline: true }),
  { ...section('Other operations', otherOperations), isOpen: true },
  section('HTTP', http, {
    fedBy: ['auth.key-missing', 'create.created'],
    anyStatus: true,
    ofAnyOperation: 'this id',
  }),
];

/** The requirements that custom checks get for the operations that they add, under ids of their section. */
const ofAnyOperation = sections.flatMap(({ requirements }) =>
  requirements.filter(({ traits }) => traits?.ofAnyOperation === 'own id'),
);

/**
 * Returns `ofAnyOperation` under ids of a section, such as `pets.errors.shape`. `fedBy` lists the requirements of the
 * section whose requests get the responses to judge.
 */
export function requirementsOfSection(section: string, fedBy: readonly string[]): Requirement[] {
  const own = (id: string) => (ofAnyOperation.some((one) => one.id === id) ? `${section}.${id}` : id);
  return ofAnyOperation.map(({ traits, ...one }) => ({
    ...one,
    id: own(one.id),
    traits: { ...traits, ofAnyOperation: 'of section', fedBy, dependsOn: traits?.dependsOn?.map(own) ?? [] },
  }));
}

/** For each reason to send a plain GET, the requirement that it is sent for. */
export const plainListsFor = {
  recovery: 'limit.recovers',
  storage: 'list.ok',
  control: 'http.passing-failures',
  proof: 'limit.enforced',
} as const;

/** Every requirement, section by section. */
export const catalog: readonly Requirement[] = sections.flatMap((section) => section.requirements);

const byId: ReadonlyMap<string, Requirement> = new Map(catalog.map((one) => [one.id, one]));

/** The ids of all requirements, in their order. */
export const requirementIds: readonly string[] = catalog.map(({ id }) => id);

/** Checks whether `text` is the id of a requirement. */
export function isRequirementId(text: string): boolean {
  return byId.has(text);
}

/** Returns the traits of a requirement, and no traits for an unknown id, such as that of a custom check. */
export function traitsOf(id: string): Traits {
  return byId.get(id)?.traits ?? {};
}

/** Checks whether testing a requirement uses up the window. */
export function isOfProof(id: string): boolean {
  return traitsOf(id).needs?.includes('proof') === true;
}

/** Returns the requirement with this id. An unknown id is a programming error and throws: check user input with `isRequirementId` first. */
export function requirementById(id: string): Requirement {
  const found = byId.get(id);
  if (found === undefined)
    throw new Error(`There is no requirement "${id}". Use an id from src/spec/requirements.`);
  return found;
}

/** Checks whether `--only` selects an id: a comma-separated list of ids, in which `*` matches any characters. */
export function matchesOnly(id: string, only: string | undefined): boolean {
  if (only === undefined) return true;
  return only.split(',').some((pattern) => {
    const [start = '', ...parts] = pattern.trim().split('*');
    const end = parts.pop();
    if (end === undefined) return id === start;
    if (!id.startsWith(start)) return false;
    // The first match of each part leaves the most room for the next part.
    let at = start.length;
    for (const part of parts) {
      const found = id.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return id.length - end.length >= at && id.endsWith(end);
  });
}

/** Other words that occur in reports: header names, and fields with a fixed set of values. */
const otherWords = [
  'petstore-conformance/report pet store service interface specification petstore_api_key',
  'authorization: bearer content-type: application/json accept: application/json user-agent: location:',
  'x-ratelimit-limit: x-ratelimit-remaining: x-ratelimit-reset: retry-after: www-authenticate: realm',
  'description categories category petstore password username',
  'not tested · not selected · observed · not testable · not-testable · accepted · required · advisory',
  'conforms · passed · does not conform · no verdict · interrupted · accepted though invalid · accepted without a key',
  ...reasonClasses,
  ...reasonCodes.flatMap((code) => [code, reason(code).text]),
  'enterprise business gentle standard thorough everyresponse',
  'bearer-lowercase unknown-key-not-ascii unknown-key-utf-8 key-cut-at-start key-extended key-padded key-lengthened key-preceded key-changed',
  'key-and-text key-and-comma key-empty key-other-case scheme-missing scheme-basic-encoded scheme-token-named scheme-apikey',
  'scheme-joined-by-dot scheme-joined-by-hyphen',
];

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const vocabulary = [
  ...otherWords,
  ...namedOperations.map(({ id, method, path }) => `${id} ${method} ${path}`),
  ...textsIn(catalog),
]
  .join('\n')
  .toLowerCase();

/** Checks whether a string occurs in the specification or the requirements, so that it reveals no secret. */
export function isVocabulary(text: string): boolean {
  return vocabulary.includes(text.toLowerCase());
}
