import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Reporter,
  type RunOptions,
  renderReport,
  run,
  UsageError,
  writeReports,
} from 'petstore-conformance';
import { startReferenceServer } from 'petstore-conformance/reference-server';
import ownChecks from './own-checks.js';

const key = 'local-petstore-key';
const mine: Reporter = {
  name: 'mine',
  file: 'mine.txt',
  render: ({ requirements }) => requirements.map(({ id, verdict }) => `${id} ${verdict}\n`).join(''),
};

const server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
try {
  const options: RunOptions = { baseUrl: server.url, key, only: 'list.*,guide.*', checks: [ownChecks] };
  const rejected = await run({ ...options, maxRequests: -1 }).catch((error: unknown) => error);
  const running = run(options);
  const seen = new Set<string>();
  for await (const event of running) seen.add(event.type);
  const report = await running;
  const schema = fileURLToPath(import.meta.resolve('petstore-conformance/schemas/report.schema.json'));
  console.log(
    JSON.stringify({
      node: report.kit.node,
      outcome: report.verdict.outcome,
      own: report.requirements.find(({ id }) => id === 'guide.typed')?.verdict,
      rejected: rejected instanceof UsageError,
      finished: seen.has('finished'),
      markdown: (await renderReport(report, 'markdown')).length > 0,
      schema: typeof JSON.parse(readFileSync(schema, 'utf8')).$id,
      written: await writeReports(report, { reporters: ['json', mine], folder: 'out/reports' }),
    }),
  );
} finally {
  await server.close();
}
