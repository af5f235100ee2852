import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defects, pets } from '../../examples/pets/server.mjs';
import { defects as specified } from '../../reference-server/defects/index.ts';
import type { Change } from '../../reference-server/index.ts';
import { loadChecks } from '../../src/checks/custom-checks.ts';
import type { Settings } from '../../src/config/settings.ts';
import { runInMemory } from '../support/in-memory.ts';

const checks = await loadChecks(join(import.meta.dirname, '../../examples/pets/pets.mjs'));

/** Runs the checks of the example against its server. */
async function petsWith(defect?: string, settings: Partial<Settings> = {}) {
  const change = pets(defect) as unknown as Change;
  const { report, counted } = await runInMemory({ change }, settings, { added: [checks] });
  const failed = report.findings
    .filter(({ level }) => level === 'required')
    .map(({ requirement }) => requirement);
  return { report, counted, failed: [...new Set(failed)] };
}

describe('examples/pets', () => {
  it('finds nothing wrong with the conforming server, and removes what it created', async () => {
    const { report, failed, counted } = await petsWith();
    expect(failed).toEqual([]);
    expect(report.verdict).toMatchObject({ exitStatus: 0 });
    expect(report.leftovers.filter(({ by }) => by !== undefined)).toEqual([]);
    expect(report.checkFaults ?? []).toEqual([]);
    expect(counted.whileLimited).toBe(0);
    const own = report.requirements.filter(({ section }) => section === 'Pets');
    expect(own.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)).toContain(
      'pets.limit.enforced',
    );
  });

  it('lists what it could not remove, and cleans up even if the budget is used up or the run is interrupted', async () => {
    const broken: Change = (parts) => ({
      operations: {
        ...parts.operations,
        getPet: (visit) =>
          visit.incoming.method === 'DELETE'
            ? { status: 403, headers: [], json: { code: 'a', message: 'b', status: 403 } }
            : parts.operations.getPet(visit),
      },
    });
    const change = [pets() as unknown as Change, broken];
    const settings = { only: 'pets.created' };
    const refused = await runInMemory({ change }, settings, { added: [checks] });
    expect(refused.report.leftovers).toMatchObject([
      { id: '1', by: 'POST /pets', cause: 'created', how: 'not removed: returned 403' },
    ]);
    const ended = new AbortController();
    let hasCreated = false;
    const stopping: Change = (parts) => ({
      finish: (response, visit) => {
        if (hasCreated) ended.abort();
        hasCreated ||= visit.incoming.method === 'POST' && response.status === 201;
        return parts.finish(response, visit);
      },
    });
    const deleted: string[] = [];
    const watching: Change = (parts) => ({
      finish: (response, visit) => {
        if (visit.incoming.method === 'DELETE')
          deleted.push(`${visit.incoming.path?.at(-1)} ${response.status}`);
        return parts.finish(response, visit);
      },
    });
    const interrupted = await runInMemory(
      { change: [pets() as unknown as Change, stopping, watching] },
      { only: 'pets.created,pets.found' },
      { added: [checks], signal: ended.signal },
    );
    expect(deleted).toEqual(['1 204']);
    expect(interrupted.report.verdict.outcome).toBe('interrupted');
    expect(interrupted.report.leftovers.filter(({ by }) => by !== undefined)).toEqual([]);
    deleted.length = 0;
    const short = await runInMemory(
      { change: [pets() as unknown as Change, watching] },
      { ...settings, maxRequests: 4 },
      { added: [checks] },
    );
    expect(deleted).toEqual(['1 204']);
    expect(short.report.requests.total).toBeLessThanOrEqual(4);
  });

  it('removes nothing until the Retry-After has passed', async () => {
    const ended = new AbortController();
    const limited: Change = (parts) => ({
      operations: {
        ...parts.operations,
        getPet: (visit) =>
          visit.incoming.method === 'DELETE'
            ? {
                status: 429,
                headers: [['Retry-After', '30']],
                json: { code: 'a', message: 'b', status: 429 },
              }
            : parts.operations.getPet(visit),
      },
    });
    const { report } = await runInMemory(
      { change: [pets() as unknown as Change, limited] },
      { only: 'pets.created,pets.deleted' },
      { added: [checks], signal: ended.signal, listen: ({ type }) => type === 'waiting' && ended.abort() },
    );
    expect(report.verdict.outcome).toBe('interrupted');
    const deletions = report.timeline.rows.filter(({ operation }) => operation === 'DELETE /pets/{petId}');
    expect(deletions).toHaveLength(1);
    expect(report.leftovers.map(({ how }) => how)).toContain('not removed: the run was interrupted');
  });

  it('removes nothing while the server keeps returning 429', async () => {
    let hasCreated = false;
    const refusing: Change = (parts) => ({
      limiter: {
        ...parts.limiter,
        take: (bucket, at) => {
          const usage = parts.limiter.take(bucket, at);
          return hasCreated ? { ...usage, allowed: false } : usage;
        },
      },
      finish: (response, visit) => {
        hasCreated ||= visit.incoming.method === 'POST' && response.status === 201;
        return parts.finish(response, visit);
      },
    });
    const { report } = await runInMemory(
      { change: [pets() as unknown as Change, refusing] },
      { only: 'pets.created,pets.found', maxWaitSeconds: 10_000, exhaust: false },
      { added: [checks] },
    );
    expect(report.leftovers.filter(({ by }) => by === 'POST /pets').map(({ how }) => how)).toEqual([
      'not removed: still 429 after 4 waits for the requested time',
    ]);
    expect(report.timeline.rows.map(({ operation }) => operation)).not.toContain('DELETE /pets/{petId}');
  });

  it.each(['limit-on-lists-alone', 'error-status-other', 'name-number-coerced'])(
    'hides nothing that the kit finds without it: %s',
    async (id) => {
      const defect = specified.find((one) => one.id === id);
      if (defect === undefined) throw new Error(`no defect ${id}`);
      const change = [pets() as unknown as Change, defect.change];
      const { report } = await runInMemory({ change }, {}, { added: [checks] });
      const failed = report.findings.filter(({ section }) => section === undefined);
      expect([...new Set(failed.map(({ requirement }) => requirement))].sort()).toEqual(
        [...defect.requirements].sort(),
      );
    },
  );

  it.each(Object.entries(defects))('reports %s under the right requirement', async (defect, id) => {
    const { failed } = await petsWith(defect);
    expect(failed).toEqual([id]);
  });
});
