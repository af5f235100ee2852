import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { entries, settingsFor } from '../../../gallery/entry.ts';
import type { Change } from '../../../reference-server/index.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { RunEvent } from '../../../src/report/model/events.ts';
import { leaksOf } from '../../support/echoes.ts';
import { echoedInHeader, echoingServers } from '../../support/echoing-servers.ts';
import { commandsIn, unprintableIn } from '../../support/harmless.ts';
import { runAgainst } from '../../support/run-against.ts';
import { everythingWritten } from '../../support/written.ts';

/** The annotations that the reporter for GitHub writes of its own accord. */
const annotation = /^::(error|warning) title=[\w. %-]+::/gm;

/**
 * Runs against a changed server, and looks at every byte that is written about it: nothing of the key can be
 * read there, and nothing acts on whoever prints it.
 */
async function runWith(change: readonly Change[], key: string, settings: Partial<Settings> = {}) {
  const events: RunEvent[] = [];
  const { report } = await runAgainst(
    { change, keys: [{ key, plan: 'free' }] },
    { key, exhaust: false, shrinkRequests: 0, payloads: 6, ...settings },
    { listen: (event) => events.push(event) },
  );
  const { plain, other } = await everythingWritten(report, events);
  const written = Object.values({ ...plain, ...other }).join('\n');
  expect(leaksOf(key, written), key).toEqual([]);
  for (const [sink, text] of Object.entries(plain)) {
    expect(unprintableIn(text), sink).toEqual([]);
    // A page is shown by a browser, line breaks and all; everything else gets into logs.
    if (sink !== 'html') expect(commandsIn(text.replaceAll(annotation, '')), sink).toEqual([]);
  }
  expect(report.kitFaults).toEqual([]);
  return written;
}

/** As keys are given out: letters, digits, and the signs that a bearer token may hold. */
function randomKey(): string {
  return `${randomBytes(21).toString('base64')}${'-._~'.charAt((randomBytes(1)[0] ?? 0) % 4)}`;
}

describe.concurrent('nothing of the key is written, and nothing that acts, where a server echoes', () => {
  const key = randomKey();
  const servers = echoingServers(key);

  it('in two hundred ways at least', () => {
    expect(new Set(servers.flatMap(({ ways }) => ways)).size).toBeGreaterThanOrEqual(200);
  });

  const cases = servers.map(
    ({ ways, change }, index) => [ways.join('; '), change, index % 10 === 0] as const,
  );
  it.each(cases)('%s', async (_ways, change, everyCheck) => {
    // All that is asked, or what every kind of answer comes from; what shows no finding is in the exchanges.
    const only = everyCheck ? {} : { only: 'auth.key-*,errors.*,list.ok,create.created' };
    expect(await runWith(change, key, { keepExchanges: true, ...only })).toContain('[key]');
  });
});

// What is written about each of them without an echo is looked at where the gallery is run.
describe.concurrent('nothing of the key is written about servers of the gallery that echo it too', () => {
  const cases = entries
    .filter((_, index) => index % 16 === 0)
    .map((entry, index) => [entry.server.id, entry, index % 10 === 0] as const);
  // In one run of ten, report.json and the HAR hold every exchange; in the others those that show a finding.
  it.each(cases)('%s', async (_id, entry, keepExchanges) => {
    // The bodies of the kit are another matter: a few of them are enough to show what a server does.
    const { plan, profile } = settingsFor(entry);
    const given = { keepExchanges, ...(plan && { plan }), ...(profile && { profile, payloads: 30 }) };
    await runWith([entry.server.change, echoedInHeader], randomKey(), given);
  });
});
