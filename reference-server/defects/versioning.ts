import type { Defect } from '../changes/change.ts';
import { isObject } from '../changes/edits.ts';
import type { Json } from '../json.ts';

/** Replaces one value deep inside a description. */
function setIn(json: Json | undefined, [name, ...rest]: readonly string[], value: Json | undefined): Json {
  const members = isObject(json) ? json : {};
  if (name === undefined) return json ?? null;
  return { ...members, [name]: rest.length === 0 ? value : setIn(members[name], rest, value) };
}

const describing = (path: readonly string[], value: Json | undefined): Defect['change'] => {
  return (parts) => ({ description: (basePath) => setIn(parts.description(basePath), path, value) });
};

export const versioningDefects: readonly Defect[] = [
  {
    id: 'base-v2',
    title: 'Mounts the server under /v2',
    story: 'The next version is deployed at the base URL of v1 clients.',
    requirements: ['versioning.base-path'],
    change: () => ({ basePath: '/v2' }),
  },
  {
    id: 'base-after-version',
    title: 'Adds a segment after v1 to the base URL',
    story: 'A gateway appends its own segment after the version.',
    requirements: ['versioning.base-path'],
    change: () => ({ basePath: '/v1/api' }),
  },
  {
    id: 'description-version',
    title: 'States version 1.1.0 in the description',
    story: 'The build writes the package version into the description.',
    requirements: ['versioning.description-version'],
    needs: ['description'],
    change: describing(['info', 'version'], '1.1.0'),
  },
  {
    id: 'description-stability',
    title: 'States the stability "stable"',
    story: 'Someone marks the stability of finished operations, too.',
    requirements: ['versioning.stability-marker'],
    needs: ['description'],
    change: describing(['paths', '/categories', 'get', 'x-stability'], 'stable'),
  },
  {
    id: 'description-pet-current',
    title: 'Does not mark GET /pets/{petId} as deprecated',
    story: 'The marker is lost when the description is generated from code.',
    requirements: ['versioning.description-operations'],
    needs: ['description'],
    change: describing(['paths', '/pets/{petId}', 'get', 'deprecated'], undefined),
  },
  {
    id: 'description-body-optional',
    title: 'Describes the body of createCategory as optional',
    story: 'OpenAPI treats a body as optional by default.',
    requirements: ['versioning.description-operations'],
    needs: ['description'],
    change: describing(['paths', '/categories', 'post', 'requestBody', 'required'], undefined),
  },
  {
    id: 'description-base',
    title: 'Describes no server whose URL ends in v1',
    story: 'The description names only the host, and its paths no longer include the version.',
    requirements: ['versioning.description-base'],
    needs: ['description'],
    change: describing(['servers'], [{ url: 'https://petstore.example' }]),
  },
];
