import { createRequire } from 'node:module';

const { name, version } = createRequire(import.meta.url)('petstore-conformance/package.json') as {
  name: string;
  version: string;
};

/** Name and version of the kit, as its package says. */
export const kit = { name, version } as const;
