// @module-tag extended
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../reference-server/index.ts';
import type { Settings } from '../../../src/config/settings.ts';
import type { RunEvent } from '../../../src/report/model/events.ts';
import { showsInMemory } from '../../gallery/in-memory.ts';
import { referenceRows } from '../../gallery/reference.ts';
import { leaksOf } from '../../support/echoes.ts';
import { echoedInHeader, echoingServers } from '../../support/echoing-servers.ts';
import { commandsIn, unprintableIn } from '../../support/harmless.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { runAgainst } from '../../support/run-against.ts';
import { everythingWritten } from '../../support/written.ts';

/** The kit's own GitHub annotations. */
const annotation = /^::(error|warning|notice) title=[\w. %()-]+::/gm;

/**
 * Runs the kit against a changed server and examines everything that it writes, which must contain no part of the key, and
 * nothing that a terminal or a build server acts on.
 */
async function runWith(
  change: readonly Change[],
  key: string,
  settings: Partial<Settings> = {},
  runKit = runInMemory,
) {
  const events: RunEvent[] = [];
  const { report } = await runKit(
    { change, keys: [{ key, plan: 'free' }] },
    { key, exhaust: false, ...settings },
    { listen: (event) => events.push(event) },
  );
  const { plain, other } = await everythingWritten(report, events);
  const written = Object.values({ ...plain, ...other }).join('\n');
  expect(leaksOf(key, written), key).toEqual([]);
  for (const [sink, text] of Object.entries(plain)) {
    expect(unprintableIn(text), sink).toEqual([]);
    // Only browsers show the HTML page; everything else gets into logs.
    if (sink !== 'html') expect(commandsIn(text.replaceAll(annotation, '')), sink).toEqual([]);
  }
  expect(report.kitFaults).toEqual([]);
  return written;
}

/** A typical key: letters, digits, and the other characters of bearer tokens. */
function randomKey(): string {
  return `${randomBytes(21).toString('base64')}${'-._~'.charAt((randomBytes(1)[0] ?? 0) % 4)}`;
}

describe.concurrent('neither the key nor harmful text is written if a server echoes them', () => {
  const key = randomKey();
  const servers = echoingServers(key);

  it('in at least two hundred ways', () => {
    expect(new Set(servers.flatMap(({ ways }) => ways)).size).toBeGreaterThanOrEqual(200);
  });

  const cases = servers.map(
    ({ ways, change }, index) => [ways.join('; '), change, index % 10 === 0] as const,
  );
  it.each(cases)('%s', async (_ways, change, everyCheck) => {
    // All requirements, or a few that together need every kind of response. The exchanges are kept, because only they
    // contain echoes if there is no finding.
    const only = everyCheck ? {} : { only: 'auth.key-*,errors.*,list.ok,create.created' };
    expect(await runWith(change, key, { keepExchanges: true, ...only })).toContain('[key]');
  });
});

// The gallery's own test examines the output for servers that do not echo the key.
describe.concurrent('no output contains the key if gallery servers echo it', () => {
  const cases = referenceRows
    .filter((_, index) => index % 64 === 0)
    .map((row, index) => [row.id, row, index % 10 === 0] as const);
  // In one run of ten, report.json and the HAR have every exchange; in the other runs, they have only the exchanges of
  // findings.
  it.each(cases)('%s', async (_id, row, keepExchanges) => {
    const given = { keepExchanges, ...row.settings };
    const runKit = showsInMemory(row) ? runInMemory : runAgainst;
    await runWith([row.change, echoedInHeader], randomKey(), given, runKit);
  });
});
