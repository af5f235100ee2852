import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { startReferenceServer } from '../../reference-server/index.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { temporaryFolder } from '../cli/command.ts';
import { carryOut } from '../cli/in-process.ts';
import { runAgainst } from '../support/run-against.ts';
import { blocks, page } from './markdown.ts';

/** Lists the labels after the gutter, in order. */
const labelsOf = (text: string) =>
  [...text.matchAll(/^│ ([A-Z][a-z]+(?: [a-z]+){0,2}) {2,}/gm)].map(([, label]) => label);

/** Returns the text after a label, on one line. */
const fieldOf = (text: string, label: string) =>
  new RegExp(`^│ ${label} +(.*(?:\\n│ {16}.*)*)`, 'm').exec(text)?.[1]?.replaceAll(/\n│ +/g, ' ');

/** Returns the lines of the rows: what was sent and received, and the requirements. */
const rowsIn = (text: string) => text.split('\n').filter((line) => /^(✕|│ invalid)/.test(line));

const guide = page('docs/guides/validate.md');

describe('the failure in docs/guides/validate.md', () => {
  it('is what the command prints', async () => {
    const [id = ''] = /(?<=--defect )name-[a-z-]+/.exec(guide) ?? [];
    const change = defects.find((defect) => defect.id === id)?.change;
    if (change === undefined) throw new Error('docs/guides/validate.md names no defect in the gallery');
    const { report } = await runAgainst({ change }, { plan: 'free', seed: defaultSettings().seed });
    const paths = { reportPath: 'reports/report.json', htmlPath: 'reports/report.html' };
    const target = 'http://127.0.0.1:8080/v1';
    const printed = terminalReport({ ...report, target }, { color: false, width: 80, ...paths });
    const shown = blocks(guide, 'text')[0] ?? '';
    expect(labelsOf(shown)).toEqual(labelsOf(printed));
    for (const label of ['Fix', 'Why it matters', 'Verify with'])
      expect(fieldOf(shown, label), label).toBe(fieldOf(printed, label));
    expect(rowsIn(shown)).toEqual(rowsIn(printed));
    // The port, the mark of a run, ids, and how many requests meet the limit differ each time.
    const alike = (text = '') =>
      text
        .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
        .replaceAll(/kitqz[a-z]{9}/g, 'kitqz…')
        // Two categories are created at the same time, and the name of one of them has more words.
        .replaceAll(/kitqz… [^,]*?(?=,| and \d)/g, 'kitqz…')
        .replaceAll(/(?<="id":)\d+/g, 'N')
        .replaceAll(/\b\d+(?:\.\d+)?(?= (?:s|in|with|without|rate-limited)\b)/g, 'N');
    for (const label of ['curl', 'Response'])
      expect(alike(fieldOf(shown, label)), label).toBe(alike(fieldOf(printed, label)));
    expect(alike(shown.trimEnd().split('\n').slice(-4).join('\n'))).toBe(
      alike(printed.trimEnd().split('\n').slice(-4).join('\n')),
    );
  });

  it('is fixed as replay prints it', async () => {
    const key = 'test-Key_0123456789-xyz';
    const change = defects.find(({ id }) => id === 'name-number-coerced')?.change;
    const folder = await temporaryFolder();
    const start = async (options: object) => {
      const server = await startReferenceServer({ keys: [{ key, plan: 'business' }], ...options });
      onTestFinished(server.close);
      return server.url;
    };
    const env = { PETSTORE_API_KEY: key };
    const only = ['--only', 'invalid.name-type', '--no-exhaust', '--quiet', '--reports', folder];
    await carryOut(['run', '--base-url', await start({ change }), ...only], { env });
    const words = ['--finding', 'invalid.name-type', '--base-url', await start({})];
    const { stdout } = await carryOut(['replay', join(folder, 'report.json'), ...words], { env });
    const alike = (text: string) => text.trim().replaceAll(/kitqz[a-z]{9}/g, 'kitqz…');
    expect(alike(stdout)).toBe(alike(blocks(guide, 'text')[1] ?? ''));
  });
});
