import { describe, expect, it } from 'vitest';
import { checkCommand } from '../../src/report/commands.ts';
import * as github from '../../src/report/github.ts';
import * as html from '../../src/report/html/page.tsx';
import * as junit from '../../src/report/junit.ts';
import * as markdown from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/model/report.ts';
import { terminalReport } from '../../src/report/terminal/terminal.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

const fault = 'checks/etag.mjs: guide.etag (a rule) threw TypeError: no such thing';
const faulty: Report = { ...sampleReport, checkFaults: [fault] };
const failing: Report = {
  ...sampleReport,
  requirements: sampleReport.requirements.map((one) =>
    one.id === 'guide.etag' ? { ...one, verdict: 'fail', source: 'Rule 4' } : one,
  ),
  findings: [{ ...sampleFinding, requirement: 'guide.etag', source: 'Rule 4', section: 'Our API guide' }],
};
const terminal = (report: Report) => terminalReport(report, { color: false, width: 110 });
const sinks = [
  ['terminal', terminal],
  ['HTML', html.render],
  ['JUnit', junit.render],
  ['Markdown', markdown.render],
  ['annotations', github.render],
] as const;

describe('a custom check', () => {
  it.each(sinks)('has its own section for its faults in the %s', async (_name, render) => {
    const text = (await render(faulty)).replace(/\n│?\s*/g, ' ');
    expect(text).toContain(fault);
    expect(text).not.toContain('Faults of the kit');
    expect(await render(sampleReport)).not.toContain('Faults of custom checks');
  });

  it.each([sinks[0], sinks[1], sinks[3]])('is marked as added in the %s', async (_name, render) => {
    expect(await render(failing)).toMatch(/Rule 4.*added: Our API guide/s);
  });

  it('is verified with its file, unlike other requirements', () => {
    const files = '--check checks/etag.mjs';
    expect(checkCommand('guide.etag', sampleReport)).toContain(
      `${files} --reporter terminal --only guide.etag`,
    );
    expect(checkCommand('list.ok', sampleReport)).not.toContain('--check');
  });
});
