import { describe, expect, it } from 'vitest';
import { echoedInHeader } from '../support/echoing-servers.ts';
import { runInMemory } from '../support/in-memory.ts';
import { inTiers } from '../support/tiers.ts';

describe('a short key with --allow-short-key', () => {
  for (const { rows, options } of inTiers(['id', 'name', 'k-4711x'], 3))
    it.each(rows)(
      'is redacted only in headers, curl commands and URLs, and the verdict says so: %s',
      options,
      async (key) => {
        const { report } = await runInMemory(
          { keys: [{ key, plan: 'business' }], change: echoedInHeader },
          { key, shortKey: true, keepExchanges: true, exhaust: false },
        );
        expect(report.verdict.sentence).toContain('--allow-short-key');
        const exchanges = report.exchanges?.recorded ?? [];
        const headers = exchanges.flatMap(({ response }) => response?.headers ?? []);
        expect(headers.length).toBeGreaterThan(100);
        expect(headers.filter(([, value]) => value.toLowerCase().includes(key))).toEqual([]);
        expect(headers.filter(([, value]) => value.includes('[key]'))).not.toEqual([]);
        const others = [report.requirements, exchanges.map(({ response }) => response?.body)];
        expect(JSON.stringify(others)).not.toContain('[key]');
      },
    );
});
