import { describe, expect, it } from 'vitest';
import { startReferenceServer, withDelivery } from '../../reference-server/index.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { createSharedClock } from '../gallery/shared-clock.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/**
 * Runs the kit against a server that stops listening after a fatal body, as if it had crashed. `refusal` is the status that
 * the server returns instead of 401.
 */
async function crashingAt(isFatal: (body: string) => boolean, settings: Partial<Settings>, refusal = 401) {
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'business' }],
    change: (parts) => ({
      finish: async (response, visit) => {
        const finished = await parts.finish(response, visit);
        const read = await visit.incoming.body();
        const body = read.kind === 'bytes' ? Buffer.from(read.bytes).toString('utf8') : '';
        if (visit.incoming.method === 'POST' && isFatal(body)) {
          void server.close();
          return withDelivery(finished, { cut: 'before-response' });
        }
        return finished.status === 401 ? { ...finished, status: refusal } : finished;
      },
    }),
  });
  const { verdict, requirements, findings } = await run(
    { ...settingsFor(server.url), exhaust: false, ...settings },
    { clock: createSharedClock() },
  );
  const verdictOf = (id: string) => requirements.find((one) => one.id === id)?.verdict;
  return { verdict, verdictOf, findings };
}

const isEmptyObject = (body: string) => body.replaceAll(/\s/g, '') === '{}';

describe('a server that crashes on a body, and refuses every connection from then on', () => {
  it('gets no judgment, and the verdict names the body', async () => {
    const { verdict, verdictOf, findings } = await crashingAt(isEmptyObject, { concurrency: 1 });
    expect(findings.filter(({ level }) => level === 'required')).toEqual([]);
    expect(verdictOf('list.ok')).toBe('not tested');
    expect(verdict.exitStatus).toBe(3);
    expect(verdict.sentence).toMatch(/It stopped at POST \/categories with the body \s*\{\s*\}\s*[.,]/);
  });

  it('gets no finding about a valid body or about requests that followed it', async () => {
    let posts = 0;
    const { verdict, findings } = await crashingAt(() => ++posts > 2, {
      concurrency: 1,
      only: 'create.*,list.*',
    });
    expect(findings.filter(({ level }) => level === 'required')).toEqual([]);
    expect(verdict.exitStatus).toBe(3);
  });

  it('keeps the violations found before the crash', async () => {
    let posts = 0;
    const { verdict, findings } = await crashingAt(() => ++posts > 20, { concurrency: 4 }, 403);
    const ids = findings.map(({ requirement }) => requirement);
    expect(ids.some((id) => id.startsWith('auth.'))).toBe(true);
    expect(ids).not.toContain('list.ok');
    expect(verdict.exitStatus).toBe(1);
  });
});
