import type { Dispatcher } from 'undici';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Trial } from '../../gallery/trial.ts';
import { buildReferenceServer } from '../../reference-server/changes/start.ts';
import type { HeaderLine, ReferenceServer, ReferenceServerOptions } from '../../reference-server/index.ts';
import { responseTo } from '../../reference-server/pipeline.ts';
import { problem } from '../../reference-server/problem.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import { dispatcherTo, type Serve } from './in-memory-dispatcher.ts';
import { settingsFor, testKey } from './run-against.ts';

/** A reference server without a socket. */
export interface InMemoryServer extends Pick<ReferenceServer, 'stats'> {
  readonly url: string;
  readonly serve: Serve;
  /** Pass this to the run; otherwise it opens a socket. */
  readonly openDispatcher: NonNullable<RunContext['openDispatcher']>;
}

/**
 * Starts a reference server without a socket: everything except reading and writing HTTP, in half the time of a normal run.
 * For tests about what is sent and when, and what the kit concludes from the responses.
 */
export function startInMemory(options: ReferenceServerOptions): InMemoryServer {
  const { settings, reference, parts, counter } = buildReferenceServer(options);
  const now = () => settings.clock.now();
  const failed = {
    kind: 'refused',
    problem: problem(500, 'internal_error', 'It failed.'),
    headers: [],
  } as const;
  let number = 0;

  const serve: Serve = async (sent, connection) => {
    const incoming = {
      number: ++number,
      at: now(),
      method: sent.method,
      path: sent.path.slice(1).split('/').map(decodeURIComponent),
      headers: linesOf(sent.headers),
      remoteAddress: '127.0.0.1',
      connection,
      body: async () => ({ kind: 'bytes', bytes: bytesOf(sent.body) }) as const,
    };
    counter.arrived(incoming);
    const response = await responseTo(incoming, undefined, parts, now).catch((error: unknown) => {
      counter.failed(error);
      return responseTo(incoming, failed, reference, now);
    });
    counter.responded(incoming, response);
    return response;
  };
  return {
    url: `http://in-memory.test${parts.basePath}`,
    stats: counter.read,
    serve,
    openDispatcher: () => dispatcherTo(serve),
  };
}

/** Runs the kit like `runAgainst`, against an in-memory server. */
export async function runInMemory(
  server: Partial<ReferenceServerOptions> = {},
  settings: Partial<Settings> = {},
  context: RunContext = {},
): Promise<Trial> {
  const clock = context.clock ?? createSharedClock();
  const keys = [{ key: testKey, plan: 'free' }] as const;
  const { url, stats, openDispatcher } = startInMemory({ keys, clock, ...server });
  const report = await run(settingsFor(url, settings), { ...context, clock, openDispatcher });
  return { report, counted: stats() };
}

/** Pairs up the client's flat list of header names and values. */
function linesOf(flat: Dispatcher.DispatchOptions['headers']): readonly HeaderLine[] {
  if (!Array.isArray(flat)) throw new TypeError('the client must pass its headers as one flat list');
  return Array.from({ length: flat.length / 2 }, (_pair, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}

function bytesOf(body: Dispatcher.DispatchOptions['body']): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array();
  if (!(body instanceof Uint8Array)) throw new TypeError('the client must pass its bodies as bytes');
  return body;
}
