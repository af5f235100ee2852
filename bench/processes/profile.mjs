import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureApart } from './apart.mjs';

/** Places with a smaller share of the time are summed up as the rest. */
const leastShown = 0.015;

/** Runs a file of this folder under the V8 profiler and resolves with the share of CPU time of each folder or package. */
export async function profileApart(file, options) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  try {
    await measureApart(file, options, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const [profile] = readdirSync(folder);
    return sharesOf(JSON.parse(readFileSync(join(folder, profile), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sharesOf({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName } = frames.get(id);
    if (functionName === '(idle)') continue;
    const place = ownPlaces[functionName] ?? placeOf(id, frames, callers);
    times.set(place, (times.get(place) ?? 0) + timeDeltas[index]);
    all += timeDeltas[index];
  }
  const shares = [...times]
    .map(([where, time]) => ({ where, share: time / all }))
    .sort((a, b) => b.share - a.share);
  const shown = shares.filter(({ share }) => share >= leastShown);
  const rest = 1 - shown.reduce((sum, { share }) => sum + share, 0);
  return [...shown, { where: 'everything else', share: rest }];
}

/** Functions shown separately, whatever called them. */
const ownPlaces = { '(garbage collector)': 'garbage collection', writev: 'writing to sockets' };

/** Returns the kit's folder or the package that a call belongs to; time in Node belongs to the caller. */
function placeOf(id, frames, callers) {
  for (let at = id; at !== undefined; at = callers.get(at)) {
    const { url } = frames.get(at);
    const [, ours] = url.match(/\/build\/(src\/[^/]+|suites|reference-server)/) ?? [];
    if (ours !== undefined) return `\`${ours}\``;
    const [, name] = url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
    if (name !== undefined) return name;
  }
  return 'Node and the system';
}
