import { type RequirementRow, text } from '../requirement.ts';

/** The version in the base URL, and the interface description. */
export const versioning: readonly RequirementRow[] = [
  {
    id: 'versioning.base-path',
    title: 'The base URL must end in the path segment v1',
    source: 'What the service does',
    sentence: 'Both base addresses end with the path segment v1.',
    asks: text`The version is part of the base URL in production and staging, so the last path segment must be v1. A
      trailing slash is allowed.`,
    impact: text`Clients that build URLs from host and version get 404, or reach another version whose
      responses they do not understand.`,
    fix: text`Mount all routes under /v1 (a router prefix, or a rewrite in the proxy) and publish the base URL
      with it. If --base-url contained only the host, add v1.`,
  },
  {
    id: 'versioning.description-version',
    title: 'The interface description must have the version 1.0.0',
    source: 'Versioning 2',
    sentence: 'The interface description carries the version 1.0.0.',
    asked: 'description',
    asks: text`The published interface description (OpenAPI: info.version) has the version 1.0.0, as a string.
      Tested only with --description.`,
    impact: text`Generated clients, changelogs and compatibility checks mistake the server for another release.`,
    fix: text`Set info.version to "1.0.0", separate from the build number. Check the settings of the
      generator, which inserts its own version by default.`,
    software: [
      { text: 'FastAPI writes 0.1.0, springdoc v0, and many builds insert the version of the package.' },
    ],
  },
  {
    id: 'versioning.stability-marker',
    title: 'An x-stability marker of an operation must be experimental or beta',
    source: 'Versioning 3',
    sentence: 'Operations may carry a stability marker (x-stability) with the values experimental or beta.',
    asked: 'description',
    asks: text`The specification does not say which operations have the marker, so a description without any is fine.
      If an operation has one, its value must be exactly one of these two words.`,
    impact: text`Tools that warn about unstable operations do not recognize the value, so developers rely on
      something that will change.`,
    fix: text`Replace other values (stable, alpha, deprecated, true, Beta) with one of the two words, or
      remove the marker. Stable operations have no marker, and deprecated operations have the
      field deprecated.`,
  },
  {
    id: 'versioning.description-operations',
    title: 'The description must contain the operations, schemas and statuses of the specification',
    source: 'Endpoints',
    sentence: text`All operations use Authorization: Bearer <API_KEY> (see Authentication). Bodies are
      application/json.`,
    asked: 'description',
    asks: text`The description must have listCategories (no parameters, no body, 200 and 401) and
      createCategory (a required body, 201, 400 and 401) under the tag categories. It must also have GET /pets/{petId}
      under Pets, marked as deprecated, and GET /store/orders under Store. Every operation must require the bearer key,
      individually or through a setting for the whole document, and all bodies must be application/json with the schemas
      NewCategory, Category and Error. More operations, statuses, optional fields and
      constraints, such as a maximum length, are allowed.`,
    impact: text`Clients, mocks and documentation generated from the description differ from the server, and
      the difference shows only in production.`,
    fix: text`Compare the part that the finding names with the specification. Common mistakes: operation ids
      from function names, security that is declared but not required, or that an empty list overrides, id without
      int64, and 422 instead of 400.`,
  },
  {
    id: 'versioning.description-base',
    title: 'A server listed in the description must have a URL that ends in v1',
    source: 'Versioning 1',
    sentence: 'The version is part of the base address as the path segment v1.',
    asked: 'description',
    asks: text`If the description lists servers, the URL of at least one must end in v1, either alone or followed by
      the prefix that the paths share. The kit replaces variables in a URL with their default values. If the description lists no
      server, the requirement is not tested.`,
    impact: 'Clients generated from the description call URLs without the version and get only 404s.',
    fix: text`Put v1 into the server URL or into each path, not into both. Give server variables defaults that
      form a real URL. If the framework lists "/" by default, set the public URL.`,
  },
  {
    id: 'versioning.environments',
    level: 'not-testable',
    title: 'Production and staging must each have a base URL',
    source: 'What the service does',
    asks: 'The specification names two environments but has only placeholders for their URLs.',
    impact: text`Not tested, because neither URL is known. A run tests the one server it was given and does
      not know its environment.`,
    fix: text`Run the kit once against each environment. Prefer staging for a full run, because created
      categories cannot be deleted, and the gentle profile for production.`,
  },
  {
    id: 'versioning.sunset',
    level: 'observed',
    traits: { fedBy: ['pets.exists'] },
    title: 'How GET /pets/{petId} announces its sunset date',
    source: 'Versioning 4',
    asks: text`The operation is deprecated and has a sunset date, but the specification gives neither the date
      nor how it is announced. The kit notes Sunset and Deprecation headers and does not judge them.`,
    impact: 'Without a date in the responses, users learn of it only when the operation stops working.',
    fix: text`No change is needed. Ideally, send Sunset with an HTTP-date (RFC 8594) and Deprecation with a
      date such as @1688169599 (RFC 9745; drafts before it allowed true).`,
  },
];
