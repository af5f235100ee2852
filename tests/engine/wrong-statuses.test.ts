import { describe, expect, it, test } from 'vitest';
import type { Change } from '../../reference-server/changes/change.ts';
import { editResponses } from '../../reference-server/changes/edits.ts';
import { defects } from '../../reference-server/defects/index.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { runInMemory } from '../support/in-memory.ts';

async function against(defect: string | Change) {
  const change = typeof defect === 'string' ? defects.find(({ id }) => id === defect)?.change : defect;
  if (change === undefined) throw new Error(`Unknown defect: ${String(defect)}`);
  const { report } = await runInMemory({ change }, {});
  const text = terminalReport(report, { color: false, width: 110 }).replaceAll(/\n│ {2,}/g, ' ');
  const meansOf = (id: string) => report.findings.find(({ requirement }) => requirement === id)?.impact;
  return { ...report, text, sentence: report.verdict.sentence, meansOf };
}

describe('a redirect to a trailing slash', () => {
  it.each(['slash-301', 'slash-307', 'slash-307-bare'])('by %s is reported with its Location', async (id) => {
    const { findings, verdict, sentence, text } = await against(id);
    expect(verdict.exitStatus).toBe(1);
    const redirected = findings.filter(({ requirement }) => /^(list\.ok|create\.created)$/.test(requirement));
    expect(redirected).toHaveLength(2);
    for (const { received, fix, signature } of redirected) {
      expect(received).toMatch(/^status 30[17] .*, Location "\/v1\/categories\/"$/);
      expect(signature).toMatch(/: redirected to a path with a trailing slash$/);
      expect(fix).toMatch(/declare the route without the slash.*Another --base-url does not help/);
    }
    expect(sentence).toMatch(/list\.ok and create\.created fail in the same way \(redirected to a path/);
    expect(text).toMatch(/│ Response +30[17] [A-Z].* · Location: \/v1\/categories\//);
    expect(text).not.toContain('Return the array itself');
  });
});

describe('any other redirect of all requests', () => {
  const redirect = (location?: string) =>
    editResponses(
      () => true,
      (response) => ({
        ...response,
        status: 302,
        headers: location === undefined ? [] : [['Location', location]],
      }),
    );

  it.each([
    ['http://in-memory.test/v2/categories', 'use --base-url http://in-memory.test/v2;'],
    ['https://in-memory.test/v1/categories', 'use --base-url https://in-memory.test/v1;'],
    ['/login?next=%2Fv1', 'check the host, the port, and the path before /v1'],
    ['file:///v1/categories', 'check the host, the port, and the path before /v1'],
  ])('to %s ends the run and is reported with its target', async (location, advice) => {
    const { verdict, sentence } = await against(redirect(location));
    expect(verdict.exitStatus).toBe(3);
    expect(sentence).toContain(`returned 302, a redirect to ${location}. `);
    expect(sentence).toContain('the kit does not follow redirects, to protect the key');
    expect(sentence).toContain(advice);
  });

  it('without Location also ends the run, and a key in the Location is redacted', async () => {
    expect((await against(redirect())).sentence).toContain('returned 302, a redirect without a Location.');
    const echo: Change = editResponses(
      () => true,
      (response, { incoming }) => {
        const key = incoming.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1].slice(7);
        return { ...response, status: 302, headers: [['Location', `/login?key=${key}`]] };
      },
    );
    expect((await against(echo)).sentence).toMatch(/\/login\?key=\[key\]/);
  });
});

describe('the same wrong status for several requirements', () => {
  it('is reported as one refusal with a common cause', async () => {
    const { sentence, text, meansOf } = await against('authorization-unreadable');
    for (const id of ['auth.key-exact', 'auth.bearer-only'])
      expect(meansOf(id)).toMatch(/^The request was refused, but not with 401/);
    expect(sentence).toBe(
      '3 requirements of the specification are violated. auth.key-exact and auth.bearer-only fail in the same ' +
        'way (returned 400; expected status 401), probably for the same reason.',
    );
    expect(text).not.toMatch(/enough for access|│ Also received/);
    expect(text).toMatch(
      /│ Software +The responses look like axum\. Common causes: .*axum's TypedHeader returns? 400/,
    );
  });

  it('is not reported if the server accepted the requests, or if only one requirement is affected', async () => {
    expect((await against('list-public')).sentence).toBe('1 requirement of the specification is violated.');
    expect((await against('key-missing-403')).sentence).toBe(
      '1 requirement of the specification is violated.',
    );
  });
});

describe('the same response to every request', () => {
  it('leaves no data, and the verdict asks about the base URL', async () => {
    const { sentence, leftovers, text } = await against('gateway-always-welcome');
    expect(sentence).toMatch(/Every operation returns the same response, .*Is the base URL right/);
    expect(leftovers).toEqual([]);
    expect(text).not.toContain('Leftover data');
  });

  test('is not reported if a list or a status differs from the rest', async () => {
    const { sentence } = await against('list-public');
    expect(sentence).not.toContain('at all');
    const wrapped = await against('list-wrapped');
    expect(wrapped.sentence).not.toContain('at all');
  });
});
