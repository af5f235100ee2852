import { describe, expect, test } from 'vitest';
import type { ReferenceServer } from '../../reference-server/index.ts';
import { bearer, create, list, manualClock, parsed, send, started, usage } from './talk.ts';

const MINUTE = 60_000;

async function spend(server: ReferenceServer, requests: number): Promise<void> {
  for (let sent = 0; sent < requests; sent += 1) expect((await list(server)).status).toBe(200);
}

describe('The limiter', () => {
  test('counts every request with the key in one window, which starts with the first request, whatever the response is', async () => {
    const clock = manualClock();
    const server = await started({ clock });
    expect(usage(await list(server))).toEqual({ limit: 60, remaining: 59, reset: 1_800_000_061 });
    clock.advance(10_000);
    expect(usage(await create(server, '{'))).toEqual({ limit: 60, remaining: 58, reset: 1_800_000_061 });
    expect(usage(await send(server, { path: '/none', headers: bearer })).remaining).toBe(57);
    clock.advance(50_000);
    expect(usage(await list(server))).toEqual({ limit: 60, remaining: 59, reset: 1_800_000_121 });
  });

  test("returns 429 beyond the minute's limit and serves again after Retry-After", async () => {
    const clock = manualClock();
    const server = await started({ clock });
    await spend(server, 60);
    clock.advance(1_500);
    const refused = await list(server);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('59');
    expect(usage(refused)).toEqual({ limit: 60, remaining: 0, reset: 1_800_000_061 });
    expect(parsed(refused)).toEqual({ code: 'rate_limited', message: expect.any(String), status: 429 });
    clock.advance(59_000);
    expect((await list(server)).status).toBe(200);
  });

  test('shows the daily quota when it is the tighter limit', async () => {
    const clock = manualClock();
    const server = await started({ clock, plans: { free: { minute: 5, day: 7 } } });
    await spend(server, 5);
    clock.advance(MINUTE);
    expect(usage(await list(server))).toMatchObject({ limit: 7, remaining: 1 });
    expect(usage(await list(server))).toMatchObject({ limit: 7, remaining: 0, reset: 1_800_086_401 });
    const refused = await list(server);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(24 * 3600 - 60)]);
    clock.advance(24 * 3_600_000 - MINUTE);
    expect(usage(await list(server))).toMatchObject({ limit: 5, remaining: 4 });
  });

  test('limits requests without a key by IP address, separately from the key', async () => {
    const server = await started({ anonymous: { minute: 2, day: 10 }, clock: manualClock() });
    const keyless = () => send(server, { path: '/categories' });
    expect(usage(await keyless())).toMatchObject({ limit: 2, remaining: 1 });
    expect((await keyless()).status).toBe(401);
    const refused = await keyless();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(usage(await list(server)).remaining).toBe(59);
  });

  test('bans a key that keeps sending after a 429, and says for how long', async () => {
    const clock = manualClock();
    const server = await started({
      clock,
      plans: { free: { minute: 1, day: 100 } },
      ban: { after: 2, lastsMs: 600_000 },
    });
    await spend(server, 1);
    const waits: unknown[] = [];
    for (let sent = 0; sent < 4; sent += 1) waits.push((await list(server)).headers['retry-after']);
    expect(waits).toEqual(['60', '60', '600', '600']);
    clock.advance(599_999);
    const banned = await list(server);
    expect([banned.status, usage(banned).remaining, usage(banned).reset]).toEqual([429, 0, 1_800_000_601]);
    clock.advance(1);
    expect((await list(server)).status).toBe(200);
  });

  test('never sends a Reset in the past or a Retry-After that is too short, however short the window is', async () => {
    const clock = manualClock();
    const server = await started({ clock, minuteMs: 700, plans: { free: { minute: 3, day: 10_000 } } });
    for (let sent = 0; sent < 200; sent += 1) {
      const response = await list(server);
      const { reset } = usage(response);
      expect(reset).toBeGreaterThanOrEqual(Math.floor(clock.now() / 1000));
      if (response.status === 429) {
        clock.advance(Number(response.headers['retry-after']) * 1000);
        expect((await list(server)).status).toBe(200);
      }
      clock.advance(37);
    }
  });

  test('does not stretch the window when the clock is set back', async () => {
    const clock = manualClock();
    const server = await started({ clock });
    await list(server);
    clock.advance(-3_600_000);
    expect(usage(await list(server)).reset).toBe(1_799_996_461);
  });

  test('counts requests that arrived while limited', async () => {
    const clock = manualClock();
    const server = await started({ clock, plans: { free: { minute: 1, day: 100 } } });
    await list(server);
    await list(server);
    clock.advance(59_999);
    await list(server);
    await send(server, { path: '/categories' });
    clock.advance(1_000);
    await list(server);
    expect(server.stats()).toEqual({
      requests: 5,
      withKey: 4,
      withoutKey: 1,
      accepted: 0,
      limited: 2,
      whileLimited: 1,
      whileAnyLimited: 2,
      faults: 0,
    });
  });
});
