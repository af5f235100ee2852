import { describe, expect, it } from 'vitest';
import { run } from '../../src/run/run.ts';
import { idsWith, settingsFor } from '../support/run-against.ts';
import { startExpressStack } from './express/server.mjs';

const key = 'stack-Key_0123456789-xyz';

describe('Express 5 with express-rate-limit, written as their documentation shows', () => {
  it('is found to send 400s of the body parser without rate-limit headers, and nothing else', async () => {
    const stack = await startExpressStack({ key, windowMs: 2_000, limit: 60 });
    try {
      const report = await run(settingsFor(stack.url, { key }));
      expect(idsWith(report, 'fail')).toEqual(['headers.present']);
      expect(idsWith(report, 'warn')).toEqual(['auth.challenge', 'auth.scheme-case']);
      const finding = report.findings.find(({ level }) => level === 'required');
      expect(finding?.places.map(({ place }) => place)).toEqual(['POST /categories answered 400']);
      expect(report.kitFaults).toEqual([]);
    } finally {
      await stack.close();
    }
  });
});
