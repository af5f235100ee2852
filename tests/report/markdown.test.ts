import { expect, it } from 'vitest';
import * as markdown from '../../src/report/markdown.ts';
import { markdownText } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/model/report.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** The maximum length of a pull request comment, rounded down. */
const comment = 65_000;

const failures = (count: number): Report['requirements'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `many.number-${index}`,
    level: 'required',
    verdict: 'fail',
    title: `title ${index}`,
    source: 'Section 1',
    tested: 1,
  })) as Report['requirements'];

it('fits into a GitHub comment, and names omitted requirements', () => {
  const long = '`'.repeat(200) + '"\u202e<&'.repeat(3_000);
  const requirements = failures(79);
  const findings = requirements.flatMap(({ id }) =>
    [1, 2, 3].map((one) => ({
      ...sampleFinding,
      requirement: id,
      cause: `${id} ${one}`,
      received: long,
      expected: long,
      curl: long,
    })),
  );
  const kitFaults = Array.from({ length: 100 }, () => long);
  const accepted = failures(60).map((one) => ({
    ...one,
    id: `w-${one.id}`,
    verdict: 'accepted' as const,
    note: long,
  }));
  const text = markdown.render({
    ...sampleReport,
    requirements: [...requirements, ...accepted],
    findings,
    kitFaults,
    target: long,
    verdict: { ...sampleReport.verdict, sentence: long },
  });
  expect(text.length).toBeLessThanOrEqual(comment);
  expect(text).toContain('Too long for this summary');
  expect(text).toContain('many.number-78');
});

it.each([
  ['0.1.0', '0\\.1.0'],
  ['2 of 3 items', '2 of 3 items'],
  ['- a dash', '\\- a dash'],
])('shows %s unchanged instead of as a Markdown list', (text, markdown) => {
  expect(markdownText(text)).toBe(markdown);
});

it.each(hostileTexts.map((text) => [JSON.stringify(text).slice(0, 50), text] as const))(
  'keeps a hostile string inside a code block: %s',
  (_title, text) => {
    const finding = { ...sampleFinding, received: text, expected: text, instances: [text], curl: text };
    const { payload: _, ...bare } = finding;
    const shown = markdown.render({ ...sampleReport, findings: [bare] });
    const outside = outsideOfCode(shown);
    expect(outside).not.toMatch(
      /<(?!\/?(?:sub|details|summary)>)[a-z]|!\[|\]\(|javascript:|@everyone|https?:\/\//i,
    );
    expect(outside.match(/^#+ .*/gm)).toEqual(outsideOfCode(markdown.render(sampleReport)).match(/^#+ .*/gm));
  },
);

/** Removes the code blocks and code spans of Markdown. */
function outsideOfCode(markdown: string): string {
  const fenced = /^(`{3,})[a-z]*\n[\s\S]*?^\1$/gm;
  return markdown.replace(fenced, '').replace(/(`+)[^`\n](?:.*?[^`])?\1(?!`)/g, '');
}

it('shows a long command in full, because part of it would be useless', () => {
  const curl = `curl -i --globoff 'http://127.0.0.1/${'x'.repeat(3_900)}'`;
  expect(markdown.render({ ...sampleReport, findings: [{ ...sampleFinding, curl }] })).toContain(
    `\n${curl}\n`,
  );
});

it('says that nothing passed if nothing was required', () => {
  const scope = {
    required: 0,
    selected: 0,
    passed: 0,
    failed: 0,
    accepted: 0,
    notSelected: [],
    notTested: [],
  };
  const { verdict } = sampleReport;
  const requirements: Report['requirements'] = [];
  const empty = { ...sampleReport, requirements, verdict: { ...verdict, scope: { ...scope, full: true } } };
  expect(markdown.render(empty)).toContain('0 required: 0 passed');
});
