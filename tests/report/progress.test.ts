import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../src/report/model/events.ts';
import type { RequestPlan } from '../../src/report/model/report.ts';
import { createProgress, type Progress } from '../../src/report/terminal/progress.ts';
import { sampleReport } from './sample-report.ts';

const counts = { checks: 31, withKey: 40, withoutKey: 24, creates: 14, invalidBodies: 28 };
const plan = { ...counts, atMost: 120, createsAtMost: 40, waitsAtMost: 150 };

const events: readonly RunEvent[] = [
  { type: 'plan', plan, definite: false },
  { type: 'exchange', sent: 1, purpose: 'preflight', status: 200, pending: 85, remaining: 59 },
  { type: 'plan', plan: { ...plan, proof: 62, totalWithKey: 62 }, definite: true },
  { type: 'plan', plan: { ...plan, proof: 62, totalWithKey: 62 }, definite: true },
  { type: 'failure', requirement: 'auth.key-missing', accepted: true },
  { type: 'failure', requirement: 'auth.key-missing' },
  { type: 'failure', requirement: 'auth.key-missing' },
  { type: 'waiting', seconds: 61, reason: 'for the limit to\nreset', ahead: { requests: 14, proof: true } },
  { type: 'resumed' },
  { type: 'finished', report: sampleReport },
];

interface Recorded {
  readonly lines: string[];
  readonly text: () => string;
  readonly play: () => void;
  readonly progress: Progress;
}

function record(isTTY: boolean): Recorded {
  const written: string[] = [];
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) > 0 };
  const progress = createProgress({
    stream,
    paint: (_style, text) => text,
  });
  return {
    lines: written,
    progress,
    text: () => written.join(''),
    play: () => {
      for (const event of events) progress.listen(event);
    },
  };
}

describe('progress', () => {
  it('without a terminal, writes the plan once it is final, and the first wait', () => {
    const { play, text } = record(false);
    play();
    expect(text().trimEnd().split('\n')).toEqual([
      'Plan: normally 86 requests and 14 categories; at most 120 requests, 40 categories and 2 min 30 s of waits.',
      'waiting for the limit to\\u{a}reset, 61 s left, then at least 14 more requests and the proof of the limit',
    ]);
  });

  it('on a terminal, adds a live line that fits the width, and removes it at the end', () => {
    vi.useFakeTimers();
    const { play, lines, text } = record(true);
    play();
    vi.useRealTimers();
    // Only the response to the first request shows how many requests the run sends.
    expect(text()).toContain('1 sent · Remaining 59 · 200 preflight');
    expect(text()).toContain('waiting for the limit to');
    const live = lines
      .flatMap((line) => stripVTControlCharacters(line).split('\n'))
      .filter((line) => /^\d+ (of \d+ )?sent|^waiting/.test(line));
    expect(live.length).toBeGreaterThan(1);
    for (const line of live) expect(line.length).toBeLessThan(60);
    expect(stripVTControlCharacters(lines.at(-1) ?? '?')).toBe('');
  });

  it('counts up to the planned number, and writes each line in one piece to avoid flicker', () => {
    const { lines, progress } = record(true);
    const definite = { ...plan, proof: 62, totalWithKey: 62 };
    const exchange = { type: 'exchange', purpose: 'a list', status: 200 } as const;
    progress.listen({ type: 'plan', plan, definite: false });
    progress.listen({ type: 'plan', plan: definite, definite: true });
    const before = lines.length;
    progress.listen({ ...exchange, sent: 15, pending: 67 });
    progress.listen({ ...exchange, sent: 16, pending: 0 });
    // Retries are not in the plan.
    progress.listen({ ...exchange, sent: 85, pending: 4 });
    expect(lines.slice(before)).toEqual([
      '\u001b[1G15 of 86 sent · 200 a list\u001b[0K',
      '\u001b[1G16 of 86 sent · 200 a list\u001b[0K',
      '\u001b[1G85 of 89 sent · 200 a list\u001b[0K',
    ]);
  });

  it.each<[what: string, first: Partial<RequestPlan>, second: Partial<RequestPlan>, says: string[]]>([
    ['nothing', { waits: 1 }, { waits: 1 }, []],
    [
      'the numbers',
      { waits: 1 },
      { waits: 2, proof: 1_002, totalWithKey: 1_002, checks: 32, atMost: 1_200 },
      [
        'The plan changed: normally 1,026 requests, 14 categories and 2 waits for the limit to reset; at most 1,200 requests, 40 categories and 2 min 30 s of waits.',
      ],
    ],
    [
      'only the maximum',
      { atMost: 3_500 },
      {},
      [
        'The plan changed: normally 64 requests and 14 categories; at most 120 requests, 40 categories and 2 min 30 s of waits.',
      ],
    ],
    [
      'why the limit is not proven',
      { proofSkipped: 'left out' },
      { proofSkipped: 'far away' },
      ['This run does not try to reach the limit: far away.'],
    ],
  ])('shows only what changed in a later plan: %s', (_what, first, second, says) => {
    const { text, progress } = record(false);
    progress.listen({ type: 'plan', plan: { ...plan, ...first }, definite: true });
    const before = text().length;
    progress.listen({ type: 'plan', plan: { ...plan, ...second }, definite: true });
    expect(text().slice(before).split('\n').slice(0, -1)).toEqual(says);
  });

  it('wraps lines only on a terminal', () => {
    const event = { type: 'plan', plan: { ...plan, proofSkipped: 'for a reason' }, definite: true } as const;
    const onTerminal = record(true);
    onTerminal.progress.listen(event);
    const lines = stripVTControlCharacters(onTerminal.text()).trimEnd().split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThan(60);
    expect(lines.slice(0, 3)).toEqual([
      'Plan: normally 64 requests and 14 categories; at most 120',
      '  requests, 40 categories and 2 min 30 s of waits.',
      'This run does not try to reach the limit: for a reason.',
    ]);
    const elsewhere = record(false);
    elsewhere.progress.listen(event);
    expect(elsewhere.text().split('\n')).toHaveLength(3);
  });

  it('writes nothing after the end of the run', () => {
    const { lines, play, progress } = record(true);
    vi.useFakeTimers();
    play();
    vi.useRealTimers();
    const before = lines.length;
    progress.listen({ type: 'exchange', sent: 99, purpose: 'a straggler', pending: 0 });
    expect(lines.slice(before)).toEqual([]);
  });

  it('does not report a short wait, and writes at most one line every 20 seconds during a longer one', () => {
    vi.useFakeTimers();
    const { text, progress } = record(false);
    progress.listen({ type: 'waiting', seconds: 0.6, reason: 'after a 503' });
    expect(text()).toBe('');
    progress.listen({ type: 'waiting', seconds: 61, reason: 'for the limit' });
    progress.listen({ type: 'waiting', seconds: 61, reason: 'for the limit' });
    vi.advanceTimersByTime(59_000);
    expect(text().trimEnd().split('\n')).toEqual([
      'waiting for the limit, 61 s left',
      'waiting for the limit, 41 s left',
      'waiting for the limit, 21 s left',
    ]);
    progress.end();
    vi.useRealTimers();
  });

  it('counts a wait down', () => {
    vi.useFakeTimers();
    const { lines, text } = record(true);
    const stream = { isTTY: true, columns: 80, write: (one: string) => lines.push(one) > 0 };
    const progress = createProgress({ stream, paint: (_style, one) => one });
    const ahead = { requests: 14, proof: false };
    progress.listen({ type: 'waiting', seconds: 10, reason: 'for a window', ahead });
    vi.advanceTimersByTime(4_000);
    expect(text()).toContain('waiting for a window, 6 s left, then at least 14 more requests');
    progress.end();
    const before = lines.length;
    vi.advanceTimersByTime(4_000);
    expect(lines).toHaveLength(before);
    vi.useRealTimers();
  });
});
