import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceServer } from '../../reference-server/index.ts';
import { command, type Ended, temporaryFolder } from '../cli/command.ts';
import { carryOutAsBuilt } from '../cli/in-process.ts';

const root = resolve(import.meta.dirname, '../..');
const key = 'test-Key_0123456789-xyz';

const guide = `
  import { check, everyResponse, expectStatus, fieldLines, get, isList, requirement, suite, unmet } from 'petstore-conformance/check';

  const impact = 'Clients need it.';
  const fix = 'Send it.';
  export default suite('Our API guide', [
    requirement({ id: 'guide.etag', level: 'required', title: 'Every list must carry an ETag', impact, fix }),
    everyResponse('guide.etag', 'a list has an ETag', isList, (exchange) => {
      if (fieldLines(exchange, 'etag').length === 0) unmet('an ETag', 'none', 'there is no ETag');
    }),

    requirement({ id: 'guide.health', level: 'advisory', title: 'There should be a health check', impact, fix }),
    check('guide.health', 'GET /health', {}, async ({ send }) => {
      expectStatus(await send(() => get('/health')), 200);
    }),
  ]);
`;

/** Creates a user's project with these files, in which the package is installed. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/petstore-conformance'), 'junction');
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Runs the command in a project with the guide above, against the reference server. */
async function withServer(
  use: (act: (...args: string[]) => Promise<Ended>, url: string, folder: string) => Promise<void>,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const cwd = await project({ 'checks/guide.mjs': guide, ...files });
  const server = await startReferenceServer({ keys: [{ key, plan: 'business' }] });
  try {
    await use((...args) => carryOutAsBuilt(args, { cwd, env: { PETSTORE_API_KEY: key } }), server.url, cwd);
  } finally {
    await server.close();
  }
}

const only = ['--only', 'guide.*', '--check', 'checks/guide.mjs'];

describe('--check FILE', () => {
  it('appears in the command that explain prints', async () => {
    const cwd = await project({ 'checks/our guide.mjs': guide });
    const explain = (id: string) =>
      carryOutAsBuilt(['explain', id, '--check', 'checks/our guide.mjs'], { cwd });
    expect((await explain('guide.etag')).stdout).toMatch(
      /^│ Run alone +npx petstore-conformance run --base-url URL --check 'checks\/our guide\.mjs' --reporter terminal --only guide\.etag$/m,
    );
    expect((await explain('list.ok')).stdout).toMatch(/--base-url URL --reporter terminal --only list\.ok$/m);
  });

  it('runs the checks of a file, and every report shows them under their section', async () => {
    await withServer(async (act, url, folder) => {
      const { status, stdout, stderr } = await act('run', '--base-url', url, ...only);
      expect(status).toBe(1);
      expect(stderr).not.toContain('guide.etag');
      expect(stdout).toMatch(/^✕ GET \/categories → .* must be an ETag\n│ guide\.etag · /m);
      expect(stdout).toContain('│ Custom checks: Our API guide: 1 failed · 1 warning');
      expect(stdout).toContain('--check checks/guide.mjs --reporter terminal --only guide.etag');
      const written = (name: string) => readFile(join(folder, 'reports', name), 'utf8');
      expect(await written('summary.md')).toContain('- Custom checks: Our API guide: 1 failed · 1 warning');
      expect(await written('report.html')).toMatch(/<h3>Our API guide /);
      expect(await written('junit.xml')).toMatch(
        /classname="petstore-conformance\.guide" name="guide\.etag: Every list must carry/,
      );
    });
  });

  it('also loads the file for replay, which cannot test the finding without it', async () => {
    await withServer(async (act, url) => {
      await act('run', '--base-url', url, ...only);
      const again = ['replay', 'reports/report.json', '--finding', 'guide.etag'];
      const without = await act(...again);
      expect(without.status).toBe(2);
      expect(without.stderr).toContain('Load its file again, with --check checks/guide.mjs.');
      const { status, stdout } = await act(...again, '--check', 'checks/guide.mjs');
      expect(status).toBe(1);
      expect(stdout).toContain('STILL FAILING');
      expect(stdout).toMatch(/ [12] requests?\.\n$/);
    });
  });

  it('shows its requests in a dry run', async () => {
    await withServer(async (act) => {
      const { status, stdout } = await act('run', '--dry-run', ...only);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^ {2}guide\.health +GET \/health$/m);
      expect(stdout).toMatch(/^Plan: normally 2 requests/m);
    });
  });

  it('allows its failures to be accepted, but the entries have no effect without the file', async () => {
    const one = { requirement: 'guide.etag', reason: 'later', owner: 'Ada', until: '2999-01-01' };
    const text = (requirement: string) =>
      JSON.stringify({
        format: 'petstore-conformance/accepted',
        formatVersion: 1,
        accepted: [{ ...one, requirement }],
      });
    await withServer(
      async (act, url, folder) => {
        const accepted = await act('run', '--base-url', url, ...only, '--accepted', 'accepted.json');
        expect(accepted.status).toBe(0);
        expect(accepted.stdout).toMatch(/^a .*\n(?:│ .*\n)*?│ guide\.etag · /m);
        const again = await act('run', '--base-url', url, ...only, '--accepted', 'reports/report.json');
        expect(again.status).toBe(0);
        const without = await act(
          'run',
          '--base-url',
          url,
          '--only',
          'list.ok',
          '--accepted',
          'accepted.json',
        );
        expect(without.status).toBe(0);
        await writeFile(join(folder, 'accepted.json'), text('lists.okay'));
        const slip = await act('run', '--base-url', url, '--only', 'list.ok', '--accepted', 'accepted.json');
        expect(slip.status).toBe(2);
        expect(slip.stderr).toContain('Did you mean list.ok');
      },
      { 'accepted.json': text('guide.etag') },
    );
  });

  it('reports an error in the file and exits with status 3', async () => {
    await withServer(
      async (act, url) => {
        const { status, stdout } = await act(
          'run',
          '--base-url',
          url,
          '--check',
          'broken.mjs',
          '--only',
          'list.ok,guide.*',
        );
        expect(status).toBe(3);
        expect(stdout).toContain('── Faults of custom checks (1)');
        expect(stdout).toMatch(/broken\.mjs: guide\.etag \(a list has an ETag\) threw\s+│?\s*ReferenceError/);
        expect(stdout).not.toContain('Faults of the kit');
      },
      { 'broken.mjs': guide.replace('unmet(', 'unmeet(') },
    );
  });
});

describe('an unusable file for --check', () => {
  const files = {
    'none.mjs': 'export const checks = {};',
    'torn.mjs': 'export default {',
    'throws.mjs': "throw new Error('not here');",
    'lost.mjs': "import 'petstore-conformance-of-another';",
    'away.mjs': "import 'not-installed-anywhere';",
    'empty.mjs': 'export default {};',
    'same.mjs': guide,
    'notes.txt': 'no code',
  };
  const cases: readonly (readonly [file: string, message: RegExp])[] = [
    ['gone.mjs', /"gone\.mjs" does not exist, or is not a file\.$/m],
    ['.', /: "\." does not exist, or is not a file\.$/m],
    ['none.mjs', /none\.mjs" has no default export\.\n {2}Write `export default suite/],
    ['torn.mjs', /torn\.mjs" does not parse: /],
    ['throws.mjs', /throws\.mjs" threw Error while loading: not here\.$/m],
    ['lost.mjs', /lost\.mjs" cannot find petstore-conformance\/check\.\n {2}Install it next to the file/],
    ['away.mjs', /away\.mjs" threw Error while loading: Cannot find package 'not-installed-anywhere'/],
    ['notes.txt', /notes\.txt" is not JavaScript; its name must end in \.mjs or \.js\.$/m],
    ['empty.mjs', /empty\.mjs: expected a suite, not an object\.$/m],
    ['same.mjs', /same\.mjs: guide\.etag is already a requirement of checks\/guide\.mjs/],
  ];

  it.each(cases)('%s leads to exit status 2 and a message with the reason', async (file, message) => {
    const cwd = await project({ ...files, 'checks/guide.mjs': guide });
    const { status, stderr } = await carryOutAsBuilt(
      ['run', '--check', 'checks/guide.mjs', '--check', file],
      {
        cwd,
      },
    );
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^petstore-conformance: /);
  });

  it('may be TypeScript if this version of Node.js supports it; otherwise, the file is rejected with advice', async () => {
    const cwd = await project({ 'guide.ts': `${guide}\nconst typed: number = 1;\nvoid typed;\n` });
    const { status, stderr } = await command(
      ['run', '--dry-run', '--check', 'guide.ts', '--only', 'guide.*'],
      { cwd },
    );
    const reads = Boolean((process.features as { typescript?: unknown }).typescript);
    expect(status).toBe(reads ? 0 : 2);
    if (!reads) expect(stderr).toMatch(/guide\.ts" is TypeScript, which this Node\.js .* cannot load/);
  });
});
