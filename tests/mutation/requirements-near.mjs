import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Finds the requirements that a line of code concerns: those of the checks that contain or use it. */

const root = resolve(import.meta.dirname, '../..');

/** Maximum number of calls between a line and a check. */
const maxCalls = 4;

/** A requirement id as suites write it. */
const row = /'([a-z]+\.[a-z-]+)'/;
/** A named declaration at the left margin. */
const named = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/;

const files = new Map(
  ['src', 'suites'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .map((name) => [name, readFileSync(join(root, name), 'utf8').split('\n')]),
  ),
);

/**
 * Returns how many calls away each requirement is.
 * @param {string} file relative to the project
 * @param {number} index of the line, from 0
 * @returns {ReadonlyMap<string, number>} distant requirements are missing
 */
export function requirementsNear(file, index) {
  const distances = new Map();
  const seen = new Set();
  let places = [{ file, index }];
  for (let calls = 0; calls <= maxCalls && places.length > 0; calls++) {
    const owners = new Set();
    for (const place of places) {
      const { found, owner } = placeIn(place);
      if (found !== undefined && !distances.has(found)) distances.set(found, calls);
      if (found === undefined && owner !== undefined && !seen.has(owner)) owners.add(owner);
    }
    for (const owner of owners) seen.add(owner);
    places = [...owners].flatMap(usesOf);
  }
  return distances;
}

/** Returns the requirement of the check around a line, or the name of the declaration around it. */
function placeIn({ file, index }) {
  const lines = files.get(file) ?? [];
  const isSuite = file.startsWith('suites/');
  for (let at = index; at >= 0; at--) {
    const line = lines[at] ?? '';
    const found = isSuite ? row.exec(line)?.[1] : undefined;
    if (found !== undefined) return { found };
    const owner = named.exec(line)?.[1];
    if (owner !== undefined) return { owner };
  }
  return {};
}

const uses = new Map();

function usesOf(name) {
  if (!uses.has(name)) {
    const word = new RegExp(`\\b${name}\\b`);
    uses.set(
      name,
      [...files].flatMap(([file, lines]) =>
        lines.flatMap((line, index) =>
          word.test(line) && !/^import |^ {2}\w+,$|^ *\*/.test(line) && named.exec(line)?.[1] !== name
            ? [{ file, index }]
            : [],
        ),
      ),
    );
  }
  return uses.get(name);
}
