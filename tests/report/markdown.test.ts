import { expect, it } from 'vitest';
import * as markdown from '../../src/report/markdown.ts';
import { markdownText } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/model/report.ts';
import { hostileTexts } from './hostile-texts.ts';
import { sampleFinding, sampleReport } from './sample-report.ts';

/** What a comment of a pull request takes. */
const comment = 65_000;

const rows = (count: number): Report['requirements'] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `row.number-${index}`, level: 'required', verdict: 'fail', title: `title ${index}` },
    ...{ source: 'Section 1', tested: 1 },
  })) as Report['requirements'];

it('fits into a comment, whatever was found, and names what it leaves out', () => {
  const long = '`'.repeat(200) + '"\u202e<&'.repeat(3_000);
  const requirements = rows(79);
  const findings = requirements.flatMap(({ id }) =>
    [1, 2, 3].map(() => ({ ...sampleFinding, requirement: id, received: long, expected: long, curl: long })),
  );
  const kitFaults = Array.from({ length: 100 }, () => long);
  const waivedRows = rows(60).map((row) => ({
    ...row,
    id: `w-${row.id}`,
    verdict: 'waived' as const,
    reason: long,
  }));
  const text = markdown.render({
    ...sampleReport,
    requirements: [...requirements, ...waivedRows],
    findings,
    kitFaults,
    target: long,
    verdict: { ...sampleReport.verdict, sentence: long },
  });
  expect(text.length).toBeLessThanOrEqual(comment);
  expect(text).toContain('Left out here, for want of room');
  expect(text).toContain('row.number-78');
});

it('lists what earlier runs left, by id', () => {
  expect(markdown.render(sampleReport)).toContain(
    '**Left by earlier runs** 3 categories, not judged: ids 5, 7',
  );
});

it('shows each finding with its evidence, what it means and how to mend it', () => {
  const text = markdown.render(sampleReport);
  for (const part of [sampleFinding.expected, sampleFinding.received, 'curl -sS -i', '**Means**', '**Mend**'])
    expect(text).toContain(part);
  expect(text).toContain(`: “${sampleFinding.sentence}”`);
  expect(text).toMatch(/^npx petstore-conformance run .* --only auth\.key-missing$/m);
});

it.each([
  ['0.1.0', '0\\.1.0'],
  ['2 of 3 rows', '2 of 3 rows'],
  ['- a dash', '\\- a dash'],
])('shows %s as it is, and makes no list of it', (text, markdown) => {
  expect(markdownText(text)).toBe(markdown);
});

it.each(hostileTexts.map((text) => [JSON.stringify(text).slice(0, 50), text] as const))(
  'keeps a hostile text inside a block of code: %s',
  (_title, text) => {
    const finding = { ...sampleFinding, received: text, expected: text, instances: [text], curl: text };
    const { payload: _, ...bare } = finding;
    const shown = markdown.render({ ...sampleReport, findings: [bare] });
    const outside = outsideOfCode(shown);
    expect(outside).not.toMatch(/<(?!\/?sub>)[a-z]|!\[|\]\(|javascript:|@everyone|https?:\/\//i);
    expect(outside.match(/^#+ .*/gm)).toEqual(outsideOfCode(markdown.render(sampleReport)).match(/^#+ .*/gm));
  },
);

/** What is left of a Markdown text without its blocks and spans of code. */
function outsideOfCode(markdown: string): string {
  const fenced = /^(`{3,})[a-z]*\n[\s\S]*?^\1$/gm;
  return markdown.replace(fenced, '').replace(/(`+)[^`\n](?:.*?[^`])?\1(?!`)/g, '');
}
