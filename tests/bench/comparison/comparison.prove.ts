// `npm run prove -- comparison` runs each tool of docs/comparison.md against each of its servers, one at a time and for at
// most five minutes each. It writes docs/data/comparison.csv and the tables of the page. TOOLS is the folder where the
// tools are installed. If ONLY lists tools or servers, only these are run, and the other results are kept.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'vitest';
import { csv, readCsv } from '../../docs/csv.ts';
import { measuredNow } from '../../docs/measured-page.ts';
import { root } from '../../docs/root.ts';
import { writeDocuments } from '../../docs/written.ts';
import { startRelay } from '../../stacks/relay.ts';
import { execute } from './execute.ts';
import { servers, startServer } from './servers.ts';
import { describeTo, tools } from './tools.ts';

const file = 'docs/data/comparison.csv';
const columns = ['tool', 'server', 'status', 'requests', 'while limited', 'seconds', 'failures', 'measured'];

it('compares the tools', async () => {
  const { TOOLS, ONLY = '' } = process.env;
  if (TOOLS === undefined) throw new Error('TOOLS must name the folder where the tools are installed.');
  const folder = resolve(TOOLS);
  describeTo(folder);

  const known = existsSync(join(root, file)) ? readCsv(file) : [];
  const rows = new Map(known.map((row) => [`${row['tool']} ${row['server']}`, row]));
  const chosen = (all: readonly string[]) => {
    const named = all.filter((name) => ONLY.split(',').includes(name));
    return named.length === 0 ? all : named;
  };
  for (const tool of chosen(Object.keys(tools))) {
    const preparation = tools[tool]?.prepare?.(folder);
    if (preparation !== undefined) await execute(preparation, folder);
    for (const server of chosen(servers)) {
      const row = await compare(tool, server, folder);
      console.info(Object.values(row).join(' · '));
      rows.set(`${tool} ${server}`, row);
      const sorted = Object.keys(tools)
        .flatMap((name) => servers.map((one) => rows.get(`${name} ${one}`)))
        .filter((one) => one !== undefined);
      const cells = sorted.map((one) => columns.map((column) => one[column] ?? ''));
      writeDocuments({ [file]: csv(columns, cells) });
    }
  }
});

/** Runs one tool against one server, and returns its row. */
async function compare(name: string, server: string, folder: string): Promise<Record<string, string>> {
  const tool = tools[name];
  if (tool === undefined) throw new Error(`There is no tool named ${name}.`);
  const place = `${folder}/runs/${name}/${server}`;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  const started = await startServer(server);
  const relay = await startRelay(started.url);
  try {
    const start = performance.now();
    const { status, output } = await execute(tool.command({ folder, place, url: relay.url }), place);
    const seconds = (performance.now() - start) / 1_000;
    writeFileSync(`${place}/output.txt`, output);
    const { requests, whileLimited } = relay.passed();
    return {
      tool: name,
      server,
      status: String(status ?? 'killed'),
      requests: String(requests),
      'while limited': String(whileLimited),
      seconds: seconds.toFixed(1),
      failures: [...new Set(tool.failures({ place, output }))].sort().join(' | '),
      measured: measuredNow(),
    };
  } finally {
    await relay.close();
    await started.close();
  }
}
