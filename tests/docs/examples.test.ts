import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Unmet } from '../../src/checks/expectations.ts';
import type { Tools } from '../../src/checks/vocabulary.ts';
import { sampleReport } from '../report/sample-report.ts';
import { afterTheKey } from './add-a-check.ts';
import { render } from './add-a-reporter.ts';
import { blocks, page } from './markdown.ts';
import { root } from './root.ts';

const sources = ['suites', 'reference-server', 'src/config', 'tests/docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
);

const squeezed = (text: string) => text.replace(/\s+/g, '').replace(/[,;]+$/, '');
const allCode = sources.map(squeezed).join('\n');

/** Returns tools whose requests return these statuses, one after the other. */
function responding(...statuses: number[]): Tools {
  const send = async () => ({
    outcome: { kind: 'response', response: { status: statuses.shift(), reason: '', headers: [], body: '' } },
  });
  return { send } as unknown as Tools;
}

describe('the examples in CONTRIBUTING.md', () => {
  it.each(blocks(page('CONTRIBUTING.md'), 'ts').map((block) => [block.trim().slice(0, 60), block]))(
    'are code from this project: %s',
    (_start, block) => {
      expect(allCode).toContain(squeezed(block));
    },
  );

  it('begin with a working check of at most ten lines', async () => {
    const [first = ''] = blocks(page('CONTRIBUTING.md'), 'ts');
    expect(first.trim().split('\n').length).toBeLessThanOrEqual(10);
    await expect(afterTheKey.run(responding(200, 401))).resolves.toBeUndefined();
    await expect(afterTheKey.run(responding(200, 200))).rejects.toBeInstanceOf(Unmet);
  });

  it('show a reporter that lists the failures', () => {
    const failed = sampleReport.requirements.filter(({ verdict }) => verdict === 'fail');
    const lines = render(sampleReport).trimEnd().split('\n');
    expect(lines.map((line) => line.split(': ')[0])).toEqual(failed.map(({ id }) => id));
    expect(lines.length).toBeGreaterThan(0);
  });
});
