import { describe, expect, it } from 'vitest';
import { defects } from '../../reference-server/defects/index.ts';
import { defaultSettings } from '../../src/config/settings.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { runAgainst } from '../support/run-against.ts';
import { blocks, page } from './markdown.ts';

/** Lists the labels after the gutter, in order. */
const labelsOf = (text: string) =>
  [...text.matchAll(/^│ ([A-Z][a-z]+(?: [a-z]+){0,2}) {2,}/gm)].map(([, label]) => label);

/** Returns the text after a label, on one line. */
const fieldOf = (text: string, label: string) =>
  new RegExp(`^│ ${label} +(.*(?:\\n│ {16}.*)*)`, 'm').exec(text)?.[1]?.replaceAll(/\n│ +/g, ' ');

/** Returns the lines that name requirements, and those that say what was sent and received. */
const rowsIn = (text: string) => text.split('\n').filter((line) => /^(✕|│ invalid)/.test(line));

const guide = page('docs/guides/validate.md');
const readme = page('README.md');

describe('the failure in docs/guides/validate.md', () => {
  it('is what the command prints', async () => {
    const [id = ''] = /(?<=--defect )name-[a-z-]+/.exec(readme) ?? [];
    const change = defects.find((defect) => defect.id === id)?.change;
    if (change === undefined) throw new Error('README.md names no defect in the gallery');
    const { report } = await runAgainst({ change }, { plan: 'free', seed: defaultSettings().seed });
    const paths = { reportPath: 'reports/report.json', htmlPath: 'reports/report.html' };
    const target = 'http://127.0.0.1:8080/v1';
    const printed = terminalReport({ ...report, target }, { color: false, width: 80, ...paths });
    const shown = blocks(guide, 'text')[0] ?? '';
    expect(labelsOf(shown)).toEqual(labelsOf(printed));
    for (const label of ['Fix', 'Why it matters', 'Verify with'])
      expect(fieldOf(shown, label), label).toBe(fieldOf(printed, label));
    expect(rowsIn(shown)).toEqual(rowsIn(printed));
    // The port, the mark of a run, ids, times, and the counts of requests differ each time.
    const alike = (text = '') =>
      text
        .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1')
        .replaceAll(/kitqz[a-z]{9}/g, 'kitqz…')
        // Two categories are created at the same time, so either may come first, and one name has more words than the
        // other.
        .replaceAll(/kitqz… [^,]*?(?=,| and \d)/g, 'kitqz…')
        .replaceAll(/(?<="id":)\d+/g, 'N')
        .replaceAll(/\b\d+(?:\.\d+)?(?= (?:s|in|with|without|rate-limited)\b)/g, 'N');
    for (const label of ['curl', 'Response'])
      expect(alike(fieldOf(shown, label)), label).toBe(alike(fieldOf(printed, label)));
    expect(alike(shown.trimEnd().split('\n').slice(-4).join('\n'))).toBe(
      alike(printed.trimEnd().split('\n').slice(-4).join('\n')),
    );
  });
});

describe('the failure in README.md', () => {
  it('is the one in docs/guides/validate.md, without some lines', () => {
    const [command = '', ...lines] = (blocks(readme, 'text')[0] ?? '').trimEnd().split('\n');
    expect(blocks(readme, 'sh').join('\n')).toContain(command.replace(/^\$ /, ''));
    const whole = (blocks(guide, 'text')[0] ?? '').split('\n');
    const places = lines.filter((line) => line !== '…').map((line) => whole.indexOf(line));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBe(0);
    expect(whole[places.at(-1) ?? -1]).toBe(whole.findLast((line) => line !== ''));
  });
});
