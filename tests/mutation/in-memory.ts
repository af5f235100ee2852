import type { Answer } from '../../reference-server/answer.ts';
import { identify } from '../../reference-server/authentication.ts';
import { applyChanges } from '../../reference-server/change.ts';
import type { ReferenceServer, ReferenceServerOptions } from '../../reference-server/index.ts';
import { withDefaults } from '../../reference-server/options.ts';
import { answerTo } from '../../reference-server/pipeline.ts';
import { problem } from '../../reference-server/problem.ts';
import { holdersOf, referenceParts } from '../../reference-server/reference-parts.ts';
import { createCounter } from '../../reference-server/statistics.ts';
import { listen, type Sent, stopListening } from './dispatcher.ts';

/** A reference server without a socket: everything but the reading and writing of HTTP. */
export function startInMemory(
  options: ReferenceServerOptions,
): Pick<ReferenceServer, 'url' | 'stats' | 'close'> {
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

  const serve = async (sent: Sent, connection: object): Promise<Answer> => {
    const incoming = {
      number: ++number,
      at: now(),
      method: sent.method,
      path: sent.path.slice(1).split('/').map(decodeURIComponent),
      headers: pairs(sent.headers),
      remoteAddress: '127.0.0.1',
      connection,
      body: async () => ({ kind: 'bytes', bytes: sent.body ?? new Uint8Array() }) as const,
    };
    const identity = identify(incoming, reference);
    const holder = identity.kind === 'key' ? identity.holder : undefined;
    counter.arrived(holder, incoming.at);
    const answer = await answerTo(incoming, undefined, parts, now).catch(() =>
      answerTo(incoming, failed, reference, now),
    );
    counter.answered(holder, answer, now());
    return answer;
  };
  const origin = listen(serve);
  return { url: `${origin}${parts.basePath}`, stats: counter.read, close: async () => stopListening(origin) };
}

function pairs(flat: readonly string[]): readonly (readonly [string, string])[] {
  return Array.from({ length: flat.length / 2 }, (_pair, at) => [flat[2 * at] ?? '', flat[2 * at + 1] ?? '']);
}
