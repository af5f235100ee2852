import { describe, expect, it } from 'vitest';
import { allAuthorizations } from '../../src/exchange/credentials.ts';
import { runInMemory } from '../support/in-memory.ts';
import { idsWith } from '../support/run-against.ts';
import { typicalKeys } from '../support/typical-keys.ts';

describe.each(typicalKeys)('an unknown key made from %s', (_what, key, form) => {
  it('detects a server that checks only the form', async () => {
    const { report } = await runInMemory(
      {
        keys: [{ key, plan: 'free' }],
        change: (parts, { holders }) => ({
          findHolder: (token) =>
            parts.findHolder(token) ?? (form.test(token) && !isNear(token, key) ? holders[0] : undefined),
        }),
      },
      { key, only: 'auth.*' },
    );
    expect(idsWith(report, 'fail', 'warn')).toEqual(['auth.key-invalid']);
    expect(JSON.stringify(report)).not.toContain(key.slice(-10));
  });
});

function isNear(token: string, key: string): boolean {
  return allAuthorizations(key).some(
    ({ credential, sent }) => credential.startsWith('key-') && sent === `Bearer ${token}`,
  );
}
