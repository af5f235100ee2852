import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureApart } from './apart.mjs';

/** Rooms with less of the time than this stand together as the rest. */
const leastShown = 0.015;

/** Runs a file of this folder under the profiler of V8 and resolves with the share of the time that each room of the code took itself. */
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
  const rooms = new Map();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame.functionName === '(idle)') continue;
    const room = roomOf(frame);
    rooms.set(room, (rooms.get(room) ?? 0) + timeDeltas[index]);
    all += timeDeltas[index];
  }
  const shares = [...rooms]
    .map(([where, time]) => ({ where, share: time / all }))
    .sort((a, b) => b.share - a.share);
  const shown = shares.filter(({ share }) => share >= leastShown);
  const rest = 1 - shown.reduce((sum, { share }) => sum + share, 0);
  return [...shown, { where: 'all else', share: rest }];
}

/** A folder of the kit, a package, Node itself, or the collection of what nobody needs any more. */
function roomOf({ url, functionName }) {
  const [, ours] = url.match(/\/dist\/(src\/[^/]+|suites|reference-server)/) ?? [];
  if (ours !== undefined) return `\`${ours}\``;
  const [, name] = url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
  if (name !== undefined) return name;
  return functionName === '(garbage collector)' ? 'collecting garbage' : 'Node and the system';
}
