import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInChild } from './child.mjs';

/** Smaller shares are added up as the rest. */
const leastShown = 0.015;

/** Runs a file of this folder under the V8 profiler and returns each folder's share of the time, including time in Node.js. */
export async function profileInChild(file, options) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  try {
    await measureInChild(file, options, ['--cpu-prof', `--cpu-prof-dir=${folder}`]);
    const [profile] = readdirSync(folder);
    return sharesOf(JSON.parse(readFileSync(join(folder, profile), 'utf8')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function sharesOf({ nodes, samples, timeDeltas }) {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const rooms = new Map();
  let all = 0;
  for (const [index, id] of samples.entries()) {
    const { functionName } = frames.get(id);
    if (functionName === '(idle)') continue;
    const room = ofItsOwn[functionName] ?? roomOf(id, frames, callers);
    rooms.set(room, (rooms.get(room) ?? 0) + timeDeltas[index]);
    all += timeDeltas[index];
  }
  const shares = [...rooms]
    .map(([where, time]) => ({ where, share: time / all }))
    .sort((a, b) => b.share - a.share);
  const shown = shares.filter(({ share }) => share >= leastShown);
  const rest = 1 - shown.reduce((sum, { share }) => sum + share, 0);
  return [...shown, { where: 'everything else', share: rest }];
}

/** Work that is shown separately, whatever code caused it. */
const ofItsOwn = { '(garbage collector)': 'garbage collection', writev: 'writing to sockets' };

/** Returns the folder or package that a call belongs to. A call to Node.js code belongs to its caller. */
function roomOf(id, frames, callers) {
  for (let at = id; at !== undefined; at = callers.get(at)) {
    const { url } = frames.get(at);
    const [, ours] = url.match(/\/build\/(src\/[^/]+|suites|reference-server)/) ?? [];
    if (ours !== undefined) return `\`${ours}\``;
    const [, name] = url.match(/\/node_modules\/((?:@[^/]+\/)?[^/]+)/) ?? [];
    if (name !== undefined) return name;
  }
  return 'Node.js and the system';
}
