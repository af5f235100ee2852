import { describe, expect, it, onTestFinished } from 'vitest';
import { editResponses } from '../../reference-server/edits.ts';
import { startReferenceServer } from '../../reference-server/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { renderReport, UsageError } from '../../src/index.ts';
import { carryOut } from '../cli/in-process.ts';
import { page, table } from '../docs/markdown.ts';
import { sampleReport } from '../report/sample-report.ts';

const rowsOf = (heading: string) =>
  table(page('docs/upgrade.md'), heading).map((cells) => cells.map((cell) => cell.replaceAll('`', '')));

describe('an option of kit 0.1', () => {
  it.each(rowsOf('Options'))('is rejected with the new value: %s', async (was = '', now = '') => {
    const { status, stderr } = await carryOut(was.split(' '));
    const [, ...flag] = was.split(' ');
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(`${flag.join(' ')} is now ${now.slice(5)}.`),
    ]);
  });

  it('is listed on the page', () => {
    const renamed = Object.entries(commands).flatMap(([command, { options }]) =>
      Object.entries(options).flatMap(([name, { renamed = {} }]: [string, { readonly renamed?: object }]) =>
        Object.entries(renamed).map(([was, now]) => [
          `${command} --${name} ${was}`,
          `${command} --${name} ${String(now)}`,
        ]),
      ),
    );
    expect(rowsOf('Options')).toEqual(renamed);
  });

  it('asks for the value that init --force needs now', async () => {
    const { status, stderr } = await carryOut(['init', '--force']);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('--force needs a value: one of config, nightly, gate, all.'),
    ]);
  });
});

describe('a name of kit 0.1 in a program', () => {
  it('is rejected by renderReport', async () => {
    const page = { colour: true } as object;
    await expect(renderReport(sampleReport, 'terminal', page)).rejects.toThrow(
      new UsageError('renderReport has no option "colour", only color and width.'),
    );
  });

  it('still cuts a response of the reference server', async () => {
    const change = editResponses(
      () => true,
      (response) => ({ ...response, delivery: { cut: 'before-answer' as 'before-response' } }),
    );
    const keys = [{ key: 'test-Key_0123456789-xyz', plan: 'free' }] as const;
    const server = await startReferenceServer({ keys, change: [change] });
    onTestFinished(() => server.close());
    await expect(fetch(`${server.url}/categories`)).rejects.toThrow('fetch failed');
  });
});
