import { describe, expect, it } from 'vitest';
import type { Settings } from '../../src/config/settings.ts';
import { run } from '../../src/engine/run.ts';
import { createVirtualClock } from '../limiters/virtual-clock.ts';
import { startInMemory } from '../support/in-memory.ts';
import { dispatcherTo, type Serve } from '../support/in-memory-dispatcher.ts';
import { settingsFor, testKey } from '../support/run-against.ts';

/** Sends one run to the reference server, and returns its requests in order, without what is new in each run. */
async function sentBy(settings: Partial<Settings>): Promise<string[]> {
  const clock = createVirtualClock();
  const { url, serve } = startInMemory({ keys: [{ key: testKey, plan: settings.plan ?? 'free' }], clock });
  const sent: string[] = [];
  const recording: Serve = (request, connection) => {
    const flat = Array.isArray(request.headers) ? request.headers.map(String) : [];
    const at = flat.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
    const credential = at < 0 ? 'none' : withoutKey(flat[at + 1] ?? '');
    const body = request.body instanceof Uint8Array ? Buffer.from(request.body).toString('latin1') : '';
    sent.push([request.method, request.path, credential, body].join(' '));
    return serve(request, connection);
  };
  const report = await run(settingsFor(url, { concurrency: 1, ...settings }), {
    clock,
    openDispatcher: () => dispatcherTo(recording),
  });
  return sent.map((line) => withoutMark(line, report.runMark));
}

/** The invalid token is random in each run. Its form remains: length, separators, and which characters are the key's. */
function withoutKey(header: string): string {
  return header
    .replaceAll(testKey, '<key>')
    .replace(/^(Bearer )([^<]+)$/, (_all, scheme: string, token: string) =>
      [
        scheme,
        ...[...token].map((letter, index) => (letter === testKey[index] ? letter : kindOf(letter))),
      ].join(''),
    );
}

function kindOf(letter: string): string {
  if (/[a-z]/.test(letter)) return 'a';
  return /[A-Z]/.test(letter) ? 'A' : letter.replace(/\d/, '0');
}

/** The mark is new in each run; names of digits are made of it. */
function withoutMark(line: string, mark: string): string {
  return line.replaceAll(mark, 'kitqzother').replace(/\d{18}/, 'digits of the mark');
}

describe('two runs with one seed and --concurrency 1', () => {
  it.each<Partial<Settings>>([
    { seed: 3 },
    { seed: 4, profile: 'gentle' },
    { seed: 5, exhaust: false, plan: 'pro' },
  ])('send the same bodies, strings and credentials in the same order: %j', async (settings) => {
    const once = await sentBy(settings);
    expect(once.length).toBeGreaterThan(30);
    expect(await sentBy(settings)).toEqual(once);
  });

  it('send something else with another seed', async () => {
    expect(await sentBy({ seed: 3 })).not.toEqual(await sentBy({ seed: 4 }));
  });
});
