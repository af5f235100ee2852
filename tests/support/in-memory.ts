import type { Dispatcher } from 'undici';
import { createSharedClock } from '../../gallery/shared-clock.ts';
import type { Trial } from '../../gallery/trial.ts';
import { identify } from '../../reference-server/authentication.ts';
import { applyChanges } from '../../reference-server/change.ts';
import type { HeaderLine, ReferenceServer, ReferenceServerOptions } from '../../reference-server/index.ts';
import { withDefaults } from '../../reference-server/options.ts';
import { responseTo } from '../../reference-server/pipeline.ts';
import { problem } from '../../reference-server/problem.ts';
import { holdersOf, referenceParts } from '../../reference-server/reference-parts.ts';
import { createCounter } from '../../reference-server/statistics.ts';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import type { RunContext } from '../../src/engine/session.ts';
import { dispatcherTo, type Serve } from './in-memory-dispatcher.ts';
import { settingsFor, testKey } from './run-against.ts';

/** A reference server that is reached by a call. */
export interface InMemoryServer extends Pick<ReferenceServer, 'stats'> {
  readonly url: string;
  readonly serve: Serve;
  /** To be given to the run, which would look for a socket otherwise. */
  readonly openDispatcher: NonNullable<RunContext['openDispatcher']>;
}

/**
 * A reference server without a socket: everything but the reading and writing of HTTP, at half of what a run costs.
 * For tests whose point is what is sent and when, and what follows from the answers.
 */
export function startInMemory(options: ReferenceServerOptions): InMemoryServer {
  const settings = withDefaults(options);
  const holders = holdersOf(settings);
  const reference = referenceParts(settings, holders);
  const now = () => settings.clock.now();
  const parts = applyChanges(reference, settings.changes, { settings, holders, now });
  const counter = createCounter();
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
    const identity = identify(incoming, reference);
    const holder = identity.kind === 'key' ? identity.holder : undefined;
    counter.arrived(holder, incoming.at);
    const response = await responseTo(incoming, undefined, parts, now).catch(() => {
      counter.failed();
      return responseTo(incoming, failed, reference, now);
    });
    counter.responded(holder, response, now());
    return response;
  };
  return {
    url: `http://in-memory.test${parts.basePath}`,
    stats: counter.read,
    serve,
    openDispatcher: () => dispatcherTo(serve),
  };
}

/** As `runAgainst`, against a server in memory. */
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

/** The header lines of a request of the client's, which writes them flat. */
function linesOf(flat: Dispatcher.DispatchOptions['headers']): readonly HeaderLine[] {
  if (!Array.isArray(flat)) throw new TypeError('the client gives its header lines as one flat list');
  return Array.from({ length: flat.length / 2 }, (_pair, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}

function bytesOf(body: Dispatcher.DispatchOptions['body']): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array();
  if (!(body instanceof Uint8Array)) throw new TypeError('the client gives its bodies as bytes');
  return body;
}
