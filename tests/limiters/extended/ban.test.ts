// @module-tag extended
import { describe, expect, it } from 'vitest';
import {
  type Change,
  type HttpResponse,
  type ReferenceServer,
  startReferenceServer,
  withDelivery,
} from '../../../reference-server/index.ts';
import { command, temporaryFolder } from '../../cli/command.ts';
import { runInMemory } from '../../support/in-memory.ts';
import { idsWith, testKey } from '../../support/run-against.ts';
import { createRequestLog, logging, type RequestLog } from '../request-log.ts';

const halfAnHour = 1_800_000;

/** Refuses the key permanently after the first 429. */
function banning(status: 401 | 403): Change {
  let banned = false;
  const json = JSON.stringify({ code: 'key_banned', message: 'The key is banned.', status });
  return (parts) => ({
    finish: async (response, visit) => {
      const refused: HttpResponse = { ...response, status, body: Buffer.from(json) };
      const finished = await parts.finish(banned ? refused : response, visit);
      banned ||= finished.status === 429;
      return finished;
    },
  });
}

/** Makes each 429 say that the wait is already over. */
const overAtOnce: Change = (parts) => ({
  finish: async (response, visit) => {
    const finished = await parts.finish(response, visit);
    const headers = finished.headers.filter(([name]) => name.toLowerCase() !== 'retry-after');
    return finished.status === 429 ? { ...finished, headers: [...headers, ['Retry-After', '0']] } : finished;
  },
});

/** Runs `use` with a server on the local clock, whose window does not end during the test. */
async function onServer(
  changes: readonly Change[],
  use: (server: ReferenceServer, log: RequestLog) => Promise<void>,
): Promise<void> {
  const log = createRequestLog();
  const server = await startReferenceServer({
    keys: [{ key: testKey, plan: 'free' }],
    minuteMs: halfAnHour,
    change: [...changes, overAtOnce, logging(log)],
  });
  try {
    await use(server, log);
  } finally {
    await server.close();
  }
}

/** Runs the command, and returns its output with whitespace collapsed. */
async function words(server: ReferenceServer): Promise<{ status: number | null; text: string }> {
  const folder = await temporaryFolder();
  const args = ['run', '--base-url', server.url, '--concurrency', '1', '--reports', folder];
  const { status, stdout, stderr } = await command(args, { env: { PETSTORE_API_KEY: testKey } });
  expect(stderr).not.toMatch(/\n {4}at /);
  return { status, text: stdout.replace(/[\s│]+/g, ' ') };
}

describe('a key that is refused after a 429', () => {
  it.each([401, 403] as const)('ends the command, which says what to do (%i)', async (refusal) => {
    await onServer([banning(refusal)], async (server, log) => {
      const { status, text } = await words(server);
      expect(status).toBe(3);
      expect(text).toMatch(
        /accepted before a 429 and is now refused, which may be a ban\. Do not use the key/,
      );
      expect(text).toMatch(
        /until the operators of the server confirm that it is not banned, or lift the ban\. Then use --no-exhaust/,
      );
      expect(text).not.toMatch(/ must be /);
      const [limitedAt = Number.NaN] = log.refusals;
      expect(log.arrivals.filter((at) => at > limitedAt)).toHaveLength(1);
      expect(log.counts.whileLimited).toBe(0);
    });
  });

  it.each([1, 4])('is not sent again after one refusal, with %i requests at a time', async (concurrency) => {
    for (const status of [401, 403] as const) {
      const { report, counted } = await runInMemory({ change: banning(status) }, { concurrency });
      expect(idsWith(report, 'fail')).toEqual([]);
      expect(report.verdict.exitStatus).toBe(3);
      const rows = report.requirements.filter(({ reason }) => reason?.code === 'ban');
      expect(rows.map(({ id }) => id)).toContain('limit.recovers');
      expect(counted).toMatchObject({
        limited: concurrency === 1 ? 1 : 2,
        withKey: concurrency === 1 ? 62 : 63,
        whileAnyLimited: 0,
      });
      expect(report.requests.total).toBe(counted.requests);
    }
  });

  it('is reported together with earlier findings', async () => {
    const faulty: Change = (parts) => ({
      errorJson: (problem) => ({ ...(parts.errorJson(problem) as object), status: 'wrong' }),
    });
    const { report } = await runInMemory({ change: [faulty, banning(401)] });
    expect(report.verdict).toMatchObject({ outcome: 'does not conform', exitStatus: 1 });
    expect(report.verdict.sentence).toMatch(/violated\. The run ended early: .* may be a ban/);
  });
});

describe('a server that keeps returning 429', () => {
  it('sends five 429s before the command ends and says what to do', async () => {
    await onServer([], async (server, log) => {
      const { status, text } = await words(server);
      expect(status).toBe(1);
      expect(text).toMatch(/limit\.recovers · /);
      expect(text).toMatch(
        /too short \(limit\.recovers\), or the key is banned\. Do not use the key until the operators of the server/,
      );
      expect(log.counts).toMatchObject({ limited: 5, whileLimited: 0 });
      expect(Math.max(...log.arrivals)).toBeLessThanOrEqual(Math.max(...log.refusals));
    });
  });

  it('gets no request during a wait or after the end of the run, with a concurrency of one or four', async () => {
    for (const concurrency of [1, 4]) {
      let last: HttpResponse | undefined;
      const endless: Change = (parts) => ({
        finish: async (response, visit) => {
          const finished = await parts.finish(response, visit);
          if (finished.status === 429) last = finished;
          return last ?? finished;
        },
      });
      const log = createRequestLog();
      const { report } = await runInMemory(
        { change: [endless, logging(log)] },
        { concurrency, maxWaitSeconds: 600 },
      );
      expect(idsWith(report, 'fail')).toEqual(['limit.recovers']);
      // The remaining checks are optional, so the run sends no further request. A POST is sent with the first GET beyond the
      // limit.
      expect(log.counts).toMatchObject({ limited: concurrency === 1 ? 2 : 3, whileLimited: 0 });
    }
  });
});

it('endless 429s cause no finding if another client may use the key', async () => {
  let responses = 0;
  let last: HttpResponse | undefined;
  const endlessFromTheSixth: Change = (parts) => ({
    finish: async (response, visit) => {
      responses++;
      if (responses < 6) return parts.finish(response, visit);
      last ??= await parts.finish({ ...response, status: 429 }, visit);
      return { ...last, headers: [...last.headers, ['Retry-After', '1']] };
    },
  });
  const { report } = await runInMemory({ change: endlessFromTheSixth }, { maxWaitSeconds: 600 });
  expect(idsWith(report, 'fail')).not.toContain('limit.recovers');
  expect(report.verdict.sentence).toMatch(/5 requests returned 429, and one more could get the key banned/);
});

it('a server that goes away after a 429 leads to no verdict', async () => {
  let gone = false;
  const goingAway: Change = (parts) => ({
    finish: async (response, visit) => {
      const finished = await parts.finish(response, visit);
      if (gone) return withDelivery(finished, { cut: 'before-response' });
      gone = finished.status === 429;
      return finished;
    },
  });
  const { report } = await runInMemory({ change: goingAway });
  expect(idsWith(report, 'fail')).toEqual([]);
  expect(report.verdict).toMatchObject({ outcome: 'no verdict', exitStatus: 3 });
  expect(report.verdict.sentence).toContain('the target stopped responding');
});
