import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defects } from '../../reference-server/defects/index.ts';
import { startReferenceServer } from '../../reference-server/index.ts';
import type { Report } from '../../src/report/model/report.ts';
import { command } from '../cli/command.ts';

export const key = 'test-Key_0123456789-xyz';
export const env = { PETSTORE_API_KEY: key };

/** What the interrupted commands use: a server with a defect, a server that never responds, and reports. */
export interface Fixtures {
  /** The base URL of a server with a defect. */
  readonly service: string;
  /** The base URL of a server that accepts every request and never responds. */
  readonly silent: string;
  /** The URL of a server whose description arrives in small pieces and never ends. */
  readonly slow: string;
  /** Files: a description, a report with a finding, and a report of 10 MB. */
  readonly description: string;
  readonly report: string;
  readonly largeReport: string;
  readonly folder: string;
  readonly close: () => Promise<void>;
}

export async function createFixtures(): Promise<Fixtures> {
  const folder = await mkdtemp(join(tmpdir(), 'interruptions-'));
  const change = defects.find(({ id }) => id === 'error-status-other')?.change;
  if (change === undefined) throw new Error('the gallery has no such defect');
  const plans = { free: { minute: 60, day: 100_000 } };
  const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], plans, change });
  const description = await (await fetch(`${server.url}/openapi.json`)).text();
  const silent = await listening(createServer(() => {}));
  const slow = await listening(
    createServer((_request, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        response.write(description.slice(sent, sent + 100));
        sent += 100;
      }, 20);
      response.once('close', () => clearInterval(timer));
    }),
  );
  const file = (name: string) => join(folder, name);
  const args = ['run', '--base-url', server.url, '--no-exhaust', '--reporter', 'json', '--reports', folder];
  const { status, stderr } = await command(args, { env });
  if (status !== 1) throw new Error(`the run ended with ${status}: ${stderr}`);
  const report: Report = JSON.parse(await readFile(file('report.json'), 'utf8'));
  const { findings } = report;
  const larger = { ...report, findings: Array.from({ length: 400 }, () => findings).flat() };
  await writeFile(file('description.json'), description);
  await writeFile(file('large.json'), JSON.stringify(larger));
  return {
    service: server.url,
    silent: `${silent.url}/v1`,
    slow: slow.url,
    description: file('description.json'),
    report: file('report.json'),
    largeReport: file('large.json'),
    folder,
    async close() {
      await Promise.all([server.close(), silent.close(), slow.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(server: Server): Promise<{ url: string; close: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
