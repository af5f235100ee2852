import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from './command.ts';
import { carryOut } from './in-process.ts';
import { env, startService } from './services.ts';

const defects = [
  ...['list-public', 'name-number-coerced', 'error-status-other', 'list-as-text'],
  ...['remaining-stands-still', 'description-left-over', 'name-missing-422', 'key-cut-short'],
];
const [columns, rows] = [80, 55];

it('the output of a run with eight failures fits on two screens', async () => {
  const { url } = await startService(defects);
  const args = ['run', '--base-url', url, '--no-exhaust'];
  const { status, stdout } = await carryOut(args, { env, cwd: await temporaryFolder(), atTerminal: true });
  expect(status).toBe(1);
  expect(stripVTControlCharacters(stdout).match(/^✕ .* must /gm)?.length).toBeGreaterThanOrEqual(8);
  const lines = stripVTControlCharacters(stdout).split('\n');
  const shownRows = lines.map(({ length }) => Math.max(1, Math.ceil(length / columns)));
  expect(
    shownRows.reduce((sum, count) => sum + count, 0),
    stdout,
  ).toBeLessThanOrEqual(2 * rows);
});
