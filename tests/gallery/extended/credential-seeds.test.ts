// @module-tag extended
import { describe, expect, it } from 'vitest';
import { entries } from '../../../gallery/entry.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith } from '../../support/run-against.ts';
import { showsInMemory } from '../in-memory.ts';

/** The defects in how a key is read and looked up, and the legal servers that come near them. */
const servers = entries.flatMap(({ kind, server }) => {
  if (server.id === 'token-not-ascii-400') return [{ server, found: [] }];
  const found = kind === 'defect' && 'requirements' in server ? server.requirements : [];
  const isOfKeys = showsInMemory(server) && found.some((id) => id.startsWith('auth.'));
  const needs = 'needs' in server ? (server.needs ?? []) : [];
  return isOfKeys && needs.length === 0 ? [{ server, found }] : [];
});

describe.concurrent.each([1, 2, 3, 4, 5])('with seed %i', (seed) => {
  it.each(servers.map((one) => [one.server.id, one] as const))('%s is judged as stated', async (_id, one) => {
    const { report } = await runInMemory({ change: [one.server.change] }, { seed });
    expect(idsWith(report, 'fail', 'warn').sort()).toEqual([...one.found].sort());
  });
});
