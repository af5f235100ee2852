import { type Requirement, text } from '../requirement.ts';

/** The version in the address and what the interface description says. */
export const versioning: readonly Requirement[] = [
  {
    id: 'versioning.base-path',
    level: 'required',
    title: 'the base address must end in the path segment v1',
    source: 'Versioning 1',
    sentence: 'Both base addresses end with the path segment v1.',
    asks: text`The version is carried by the address, in production and staging alike, so the last path
      segment of the address under test has to be v1. A slash behind it makes no difference.`,
    impact: text`A client that composes its addresses from host and version reaches nothing, or reaches
      another version whose answers it does not understand.`,
    fix: text`Mount all routes under /v1 (a router prefix, or a rewrite in the proxy) and publish the
      address with it. If the run was merely given the host, give it the address that includes v1.`,
  },
  {
    id: 'versioning.description-version',
    level: 'required',
    title: 'the interface description must state version 1.0.0',
    source: 'Versioning 2',
    sentence: 'The interface description carries the version 1.0.0.',
    asked: 'description',
    asks: text`The published description of the interface (OpenAPI: info.version) names version 1.0.0, as
      text. Looked at only when a description is given with --description.`,
    impact: text`Generated clients, changelogs and compatibility checks take the service for another release
      than the one it implements.`,
    fix: text`Set info.version to "1.0.0" and keep it apart from the build number: generators fill in
      something of their own unless told.`,
    software: 'FastAPI writes 0.1.0, springdoc v0, and many builds insert the version of the package.',
  },
  {
    id: 'versioning.stability-marker',
    level: 'required',
    title: 'an x-stability marker, where an operation has one, must say experimental or beta',
    source: 'Versioning 3',
    sentence: 'Operations may carry a stability marker (x-stability) with the values experimental or beta.',
    asked: 'description',
    asks: text`Operations may carry the marker, and which of them do is left open, so a description without
      any is fine. Where the marker stands, its value is one of those two words in exactly that spelling.`,
    impact: text`Tools that warn about unstable operations do not recognise the value and let people build on
      something that will change.`,
    fix: text`Replace other values (stable, alpha, deprecated, true, Beta) by one of the two words, or drop
      the marker: an operation that is stable carries none, and a deprecated one has the deprecated field.`,
  },
  {
    id: 'versioning.description-operations',
    level: 'required',
    title: 'the description must hold the operations, schemas and statuses of the specification',
    source: 'Endpoints',
    sentence: text`All operations use Authorization: Bearer <API_KEY> (see Authentication). Bodies are
      application/json.`,
    asked: 'description',
    asks: text`It has listCategories (no parameters, no body, 200 and 401) and createCategory (a required
      body, 201, 400 and 401) under the tag categories, GET /pets/{petId} marked deprecated under Pets, and
      GET /store/orders under Store. All bodies are application/json with the schemas NewCategory, Category
      and Error, and every operation demands the bearer key, by itself or through a requirement for the
      whole document. Further operations, statuses, optional fields and constraints such as a maximum length
      are allowed.`,
    impact: text`Clients, mocks and documentation generated from the description differ from the service, and
      the difference shows only in production.`,
    fix: text`Compare the description with the part the finding names. Frequent slips: a generator derives
      operation ids from function names, security is declared as a scheme but required nowhere, one
      operation overrides it with an empty list, int64 is missing from id, or 422 is listed in place of 400.`,
  },
  {
    id: 'versioning.description-base',
    level: 'required',
    title: 'a server listed in the description must have an address ending in v1',
    source: 'Versioning 1',
    sentence: 'The version is part of the base address as the path segment v1.',
    asked: 'description',
    asks: text`Where the description lists servers, at least one of them, its variables at their defaults,
      ends in the segment v1, or does so together with what its paths begin with. A list without entries
      gives nothing to judge and the row is not exercised.`,
    impact: text`Clients generated from the description call addresses without the version and get 404 for
      everything.`,
    fix: text`Put v1 into the server address, or into each path, and not into both, and give server
      variables defaults that yield a real address. Frameworks that list "/" by default need the public
      address set by hand.`,
  },
  {
    id: 'versioning.environments',
    level: 'not-testable',
    title: 'production and staging each have a base address',
    source: 'What the service does',
    asks: 'The specification names two environments but leaves their addresses as placeholders.',
    impact: text`Not tested because no address is known: a run speaks to the one server it was given and
      cannot tell which environment that is.`,
    fix: text`Run the kit once against each environment. Prefer staging for a full run, since what is
      created cannot be deleted, and the gentle profile for production.`,
  },
  {
    id: 'versioning.sunset',
    level: 'observed',
    traits: { fedBy: ['pets.exists'] },
    title: 'how GET /pets/{petId} announces the date of its sunset',
    source: 'Versioning 4',
    asks: text`The operation is deprecated and a date for its end exists, but neither the date nor the way
      it is announced is stated. The kit notes Sunset and Deprecation headers and judges neither their
      presence nor their values.`,
    impact: text`Without a date in the answers, users of the operation learn of its end on the day it stops
      working.`,
    fix: text`Nothing has to change. A helpful server sends Sunset with an HTTP-date (RFC 8594) and
      Deprecation with a date such as @1688169599 (RFC 9745; drafts before it allowed true).`,
  },
];
