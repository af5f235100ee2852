import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  operationDifferences,
  serverDifferences,
  stabilityDifferences,
  versionDifferences,
} from '../../src/description/differences.ts';
import { loadDescription } from '../../src/description/load.ts';
import { type Discrepancy, rootPlace } from '../../src/description/place.ts';

const folder = fileURLToPath(new URL('shapes/', import.meta.url));

export const pathOf = (shape: string): string => `${folder}${shape}`;

/** Loads a description from the folder of shapes; `change` edits it. */
export function shape(name: string, change: (text: string) => string = (text) => text): Promise<unknown> {
  return loadDescription(change(readFileSync(pathOf(name), 'utf8')));
}

/** Returns the differences for each requirement on the description. */
export function differencesIn(description: unknown): Record<string, readonly Discrepancy[] | undefined> {
  const root = rootPlace(description);
  return {
    'versioning.description-version': versionDifferences(root),
    'versioning.stability-marker': stabilityDifferences(root),
    'versioning.description-operations': operationDifferences(root),
    'versioning.description-base': serverDifferences(root),
  };
}
