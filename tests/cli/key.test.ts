import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import type { RunEvent } from '../../src/model/events.ts';
import type { Settings } from '../../src/model/settings.ts';
import { leaksOf } from '../support/echoes.ts';
import { echoedInHeader, echoingServers } from '../support/echoing-servers.ts';
import { runAgainst } from '../support/run-against.ts';
import { everythingWritten } from '../support/written.ts';

/** What of the key can be read in all that a run against a changed server writes. */
async function runWith(change: readonly Change[], key: string, settings: Partial<Settings> = {}) {
  const events: RunEvent[] = [];
  const { report } = await runAgainst(
    { change, keys: [{ key, plan: 'free' }] },
    { key, exhaust: false, shrinkRequests: 0, payloads: 6, ...settings },
    { listen: (event) => events.push(event) },
  );
  const written = everythingWritten(report, events);
  return { leaks: leaksOf(key, written), redacted: written.includes('[key]'), report };
}

/** As keys are given out: letters, digits, and the signs that a bearer token may hold. */
function randomKey(): string {
  return `${randomBytes(21).toString('base64')}${'-._~'.charAt((randomBytes(1)[0] ?? 0) % 4)}`;
}

describe.concurrent('nothing of the key is written where a server echoes', () => {
  const key = randomKey();
  const servers = echoingServers(key);
  let redacted = 0;

  it('in two hundred ways at least', () => {
    expect(servers.length).toBeGreaterThanOrEqual(200);
  });

  it.each(servers.map((server) => [server.id, server] as const))('%s', async (_id, { change }) => {
    const run = await runWith([change], key);
    expect(run.leaks, key).toEqual([]);
    expect(run.report.kitFaults).toEqual([]);
    redacted += run.redacted ? 1 : 0;
  });

  // Some rows look at no more than a status; where nothing is shown, nothing need be taken out.
  afterAll(() => {
    expect(redacted).toBeGreaterThan(servers.length * 0.6);
  });
});

describe.concurrent('nothing of the key is written about any server of the gallery that echoes it too', () => {
  it.each(
    defects
      .filter(({ needs }) => !needs?.includes('description'))
      .map((defect) => [defect.id, defect] as const),
  )('%s', async (_id, { change, needs }) => {
    const key = randomKey();
    const thorough = needs?.includes('thorough') ? { profile: 'thorough' as const, payloads: 30 } : {};
    const plan = needs?.includes('plan') ? { plan: 'free' as const } : {};
    const { leaks, report } = await runWith([change, echoedInHeader], key, { ...thorough, ...plan });
    expect(leaks, key).toEqual([]);
    expect(report.kitFaults).toEqual([]);
  });
});
