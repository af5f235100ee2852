import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../src/model/events.ts';
import { createProgress } from '../../src/report/progress.ts';
import { sampleReport } from './sample-report.ts';

const plan = { checks: 31, withKey: 40, withoutKey: 24, creates: 14, refusedBodies: 28 };

const events: readonly RunEvent[] = [
  { type: 'plan', plan, definite: false },
  { type: 'exchange', sent: 1, purpose: 'preflight', status: 200, pending: 85, remaining: 59 },
  { type: 'plan', plan: { ...plan, proof: 62, totalWithKey: 62, seconds: 75 }, definite: true },
  { type: 'plan', plan: { ...plan, proof: 62, totalWithKey: 62, seconds: 75 }, definite: true },
  { type: 'failure', requirement: 'auth.key-missing' },
  { type: 'failure', requirement: 'auth.key-missing' },
  { type: 'waiting', seconds: 61, reason: 'the 429 said\nso' },
  { type: 'resumed' },
  { type: 'finished', report: sampleReport },
];

function record(isTTY: boolean): { lines: string[]; text: () => string; play: () => void } {
  const written: string[] = [];
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress({
    stream,
    paint: (_style, text) => text,
    titleOf: (id) => `title of ${id}`,
  });
  return {
    lines: written,
    text: () => written.join(''),
    play: () => {
      for (const event of events) progress.listen(event);
    },
  };
}

describe('progress', () => {
  it('is plain lines where there is no terminal: plan, each failure once, waits with their reason', () => {
    const { play, text } = record(false);
    play();
    expect(text().trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^Plan: 31 checks, 40 requests with the key .*24 without/),
      expect.stringMatching(
        /^Plan after the first answer: 31 checks, 62 requests with the key \(.*62\), .*about 75 s\.$/,
      ),
      'FAIL auth.key-missing: title of auth.key-missing',
      'Waiting 61 s: the 429 said\\u{a}so',
    ]);
  });

  it('adds a live line on a terminal, no wider than it, and takes it away at the end', () => {
    vi.useFakeTimers();
    const { play, lines, text } = record(true);
    play();
    vi.useRealTimers();
    expect(text()).toContain('1 sent, 85 to come · Remaining 59 · 200 preflight');
    expect(text()).toContain('waiting, 61 s left');
    const live = lines
      .map((line) => stripVTControlCharacters(line))
      .filter((line) => /to come|left \(/.test(line));
    for (const line of live) expect(line.length).toBeLessThan(60);
    expect(lines.at(-1)).toBe('');
  });

  it('counts a wait down', () => {
    vi.useFakeTimers();
    const { lines, text } = record(true);
    const stream = { isTTY: true, columns: 80, write: (one: string) => lines.push(one) > 0 };
    const progress = createProgress({ stream, paint: (_style, one) => one, titleOf: String });
    progress.listen({ type: 'waiting', seconds: 10, reason: 'a window' });
    vi.advanceTimersByTime(4_000);
    expect(text()).toContain('waiting, 6 s left');
    progress.end();
    const before = lines.length;
    vi.advanceTimersByTime(4_000);
    expect(lines).toHaveLength(before);
    vi.useRealTimers();
  });
});
