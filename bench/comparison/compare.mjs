// Runs each tool of docs/comparison.md against each of its servers and writes the results:
//   node bench/comparison/compare.mjs FOLDER [TOOL,…] [SERVER,…]
// FOLDER is where the tools are installed. Runs one tool at a time, each for at most five minutes, on the loopback interface.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { defectIds, key, reference, startServer, variantIds } from './servers.mjs';
import { description, tools } from './tools.mjs';

const [into, toolList, serverList] = process.argv.slice(2);
if (into === undefined) throw new Error('Name the folder where the tools are installed.');
const folder = resolve(into);
const wantedTools = toolList?.split(',') ?? Object.keys(tools);
const wantedServers = serverList?.split(',') ?? [reference, ...defectIds, ...variantIds];

/** Runs a program and resolves with its status and output; the status is null if the program was killed. */
function execute([program, first, second = [], environment = {}], cwd) {
  const child = spawn(program, [...first, ...second], {
    cwd,
    env: { ...process.env, PETSTORE_API_KEY: key, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((done, failed) => {
    child.on('error', failed).on('close', (status) => done({ status, output }));
  });
}

async function compare(name, id) {
  const { quota, command, failures } = tools[name];
  const place = `${folder}/runs/${name}/${id}`;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const server = await startServer(id, quota);
  try {
    const { status, output } = await execute(command({ folder, place, url: server.url }), place);
    writeFileSync(`${place}/output.txt`, output);
    const { requests, limited, whileLimited } = server.stats();
    const found = [...new Set(failures({ place, output }))].sort();
    return { tool: name, server: id, status, requests, limited, whileLimited, failures: found };
  } finally {
    await server.close();
  }
}

const described = readFileSync(new URL('petstore.yaml', import.meta.url), 'utf8');
writeFileSync(description(folder), JSON.stringify(parse(described, { merge: true }), null, 2));

const results = [];
for (const name of wantedTools) {
  const preparation = tools[name].prepare?.({ folder });
  if (preparation !== undefined) {
    const { status, output } = await execute(preparation, folder);
    if (status !== 0) throw new Error(`${name} could not be prepared:\n${output}`);
  }
  for (const id of wantedServers) {
    const result = await compare(name, id);
    results.push(result);
    console.log(
      `${name} ${id}: status ${result.status}, ${result.requests} requests, ${result.failures.length} failures`,
    );
  }
}
writeFileSync(`${folder}/results.json`, `${JSON.stringify(results, null, 2)}\n`);
