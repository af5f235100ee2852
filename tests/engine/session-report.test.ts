import { describe, expect, test } from 'vitest';
import { post } from '../../src/checks/requests.ts';
import type { Settings } from '../../src/config/settings.ts';
import { opened } from '../support/opened.ts';

describe('the report of a session', () => {
  test('contains no secret, and says how to send a request again', async () => {
    const secrets = { header: 'trace-value-1234567', key: '-----private-0123456789-----' };
    const { session, send, finish } = opened({
      settings: {
        headers: [['X-Trace', secrets.header]],
        privateKeys: [secrets.key],
        keepExchanges: true,
      },
    });
    await send(() => post(`{"a":"${secrets.header}","b":"${secrets.key}","c":"${session.names.next()}"}`));
    const { exchanges } = await finish();
    const { headers, body } = exchanges?.recorded[0]?.request ?? {};
    expect(headers).toContainEqual(['Authorization', 'Bearer $PETSTORE_API_KEY']);
    expect(headers).toContainEqual(['X-Trace', '(as given by --header)']);
    expect(body).toMatch(/^{"a":"\[header\]","b":"\[private key\]","c":"kitqz[a-z]{9}"}$/);
  });

  test.each<readonly [Partial<Settings>, RegExp | undefined]>([
    [{}, undefined],
    [{ ca: 'PEM', clientCertificate: { cert: 'PEM', key: 'PEM' } as never }, undefined],
    [{ ca: 'PEM', tlsFiles: { ca: 'own.pem' } }, /--cacert \S*own\.pem/],
  ])('with %j names the files in its commands', async (given, shown) => {
    const { session, send, finish } = opened({
      settings: { ...given, baseUrl: 'https://in-memory.test/v1' },
      change: (parts) => ({
        finish: async (response, visit) => ({ ...(await parts.finish(response, visit)), headers: [] }),
      }),
    });
    session.startJudging();
    await send();
    const { findings } = await finish();
    const commands = findings.map(({ curl }) => curl ?? '').join('\n');
    expect(commands).toContain('curl');
    if (shown === undefined) expect(commands).not.toMatch(/--cacert|--cert|--key/);
    else expect(commands).toMatch(shown);
  });

  test('says that the target stopped responding, without a finding', async () => {
    let isGone = false;
    const { session, send, finish } = opened({ isGone: () => isGone });
    session.startJudging();
    await send();
    isGone = true;
    await Promise.allSettled(Array.from({ length: 8 }, () => send()));
    const { verdict, findings, requirements } = await finish();
    expect(verdict.outcome).toBe('no verdict');
    expect(verdict.sentence).toMatch(/^The run ended early: .*, and the target refuses new connections\. /);
    expect(findings).toEqual([]);
    expect(requirements.find(({ id }) => id === 'list.ok')?.tested).toBe(1);
  });
});
