import { existsSync, readFileSync } from 'node:fs';

/** The version of this package, from its package.json: two folders up in the sources, three in dist. */
export function kitVersion(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    const url = new URL(place, import.meta.url);
    if (!existsSync(url)) continue;
    const { version } = JSON.parse(readFileSync(url, 'utf8')) as { version: string };
    return version;
  }
  throw new Error(
    'Failed to tell the version: saw no package.json above the program. Install the package again.',
  );
}
