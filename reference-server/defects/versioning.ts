import type { Defect } from '../change.ts';
import { isObject, type Json } from '../json.ts';

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
    title: 'The service is mounted under /v2',
    story: 'The next version is rolled out to the address that clients of v1 use.',
    requirements: ['versioning.base-path'],
    change: () => ({ basePath: '/v2' }),
  },
  {
    id: 'base-after-version',
    title: 'The base address goes on after v1',
    story: 'A gateway adds a segment of its own behind the version.',
    requirements: ['versioning.base-path'],
    change: () => ({ basePath: '/v1/api' }),
  },
  {
    id: 'description-version',
    title: 'The description carries version 1.1.0',
    story: 'The build writes the version of the package into the description.',
    requirements: ['versioning.description-version'],
    needs: ['description'],
    change: describing(['info', 'version'], '1.1.0'),
  },
  {
    id: 'description-stability',
    title: 'A stability marker says stable',
    story: 'Somebody marks the finished operations too.',
    requirements: ['versioning.stability-marker'],
    needs: ['description'],
    change: describing(['paths', '/categories', 'get', 'x-stability'], 'stable'),
  },
  {
    id: 'description-pet-current',
    title: 'GET /pets/{petId} is not marked deprecated',
    story: 'The marker is lost when the description is generated from code.',
    requirements: ['versioning.description-operations'],
    needs: ['description'],
    change: describing(['paths', '/pets/{petId}', 'get', 'deprecated'], undefined),
  },
  {
    id: 'description-body-optional',
    title: 'The body of createCategory is described as optional',
    story: 'OpenAPI takes a body as optional unless told otherwise.',
    requirements: ['versioning.description-operations'],
    needs: ['description'],
    change: describing(['paths', '/categories', 'post', 'requestBody', 'required'], undefined),
  },
  {
    id: 'description-base',
    title: 'No server of the description ends in v1',
    story: 'The description names the host and leaves the version to the paths it no longer has.',
    requirements: ['versioning.description-base'],
    needs: ['description'],
    change: describing(['servers'], [{ url: 'https://petstore.example' }]),
  },
];
