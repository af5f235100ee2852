import { definedOnly } from '../text/defined-only.ts';
import { joined, printableWhole, type Shown } from '../text/shown.ts';
import { checkCommand } from './commands.ts';
import { allFaults, entriesOf, type RequirementEntry, skippedWords } from './content.ts';
import type { Report } from './model/report.ts';
import { rowOf, rowText } from './row.ts';
import {
  adviceRows,
  findingRows,
  inColumn,
  labelWidth,
  notesOf,
  type ReportRow,
  runRows,
  sourceRows,
} from './rows.ts';
import { headlineOf } from './scope.ts';

/**
 * The maximum length of a failure text, in characters: some viewers keep the whole text in memory and show it in one cell.
 */
const longestFailure = 20_000;
const longestMessage = 1_000;

/**
 * Renders JUnit XML: a testcase for each requirement, and one for the run, so that a run without results never looks green.
 * The XML is valid for the schemas of Jenkins' xUnit plugin and of Ant (Windy Road).
 */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const cases = [runCase(report), ...entries.map((entry) => requirementCase(entry, report))];
  const count = (kind: TestCase['kind']) => cases.filter((one) => one.kind === kind).length;
  const suite = element(
    'testsuite',
    {
      id: 0,
      package: 'petstore-conformance',
      name: 'petstore-conformance',
      hostname: URL.canParse(report.target) ? new URL(report.target).hostname : report.target,
      timestamp: report.startedAt.slice(0, 19),
      tests: cases.length,
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
      time: seconds(report.durationMs),
    },
    [
      '',
      element('properties', {}, ['', ...properties(report), '']),
      ...cases.map(({ xml }) => xml),
      element('system-out', {}, [xmlText(warnings(entries))]),
      element('system-err', {}, [xmlText(allFaults(report).map(printableWhole).join('\n'))]),
      '',
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, ['', suite, ''])}\n`;
}

type TestCase = ReturnType<typeof testCase>;

interface Named {
  readonly name: string;
  readonly durationMs?: number;
}

function testCase(
  kind: 'passed' | 'failure' | 'error' | 'skipped',
  { durationMs = 0, ...attributes }: Named & { readonly classname: string },
  content: readonly string[] = [],
) {
  return { kind, xml: element('testcase', { ...attributes, time: seconds(durationMs) }, content) };
}

/** Returns the testcase of the run: a run without a reliable result must not look green. */
function runCase(report: Report): TestCase {
  const { verdict, complete, durationMs } = report;
  const { outcome, sentence } = verdict;
  const faults = allFaults(report);
  const isReliable = faults.length === 0 && complete && outcome !== 'no verdict';
  // Viewers add up the times of the testcases. The requirements share one run, so their testcases have no time.
  const attributes = { classname: 'petstore-conformance.run', name: 'the run completes', durationMs };
  if (isReliable) return testCase('passed', attributes);
  const text = xmlText([sentence, ...faults].join('\n'));
  return testCase('error', attributes, [element('error', { message: sentence, type: outcome }, [text])]);
}

function requirementCase(entry: RequirementEntry, report: Report): TestCase {
  const { id, title, verdict, fails } = entry;
  const [section = 'other'] = id.split('.');
  const attributes = { classname: `petstore-conformance.${section}`, name: `${id}: ${title}` };
  const skipped = (message: string) => testCase('skipped', attributes, [element('skipped', { message })]);
  if (fails) return testCase('failure', attributes, [failure(entry, report)]);
  if (entry.prevented) {
    const message = skippedWords(entry);
    return testCase('error', attributes, [element('error', { message, type: 'prevented' }, [])]);
  }
  return ['pass', 'observed', 'warn'].includes(verdict)
    ? testCase('passed', attributes)
    : skipped(skippedWords(entry));
}

/** Writes one element for all causes of a requirement: a testcase may have only one failure element. */
function failure(entry: RequirementEntry, report: Report): string {
  const { id, findings, first, software } = entry;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const parts = findings.map((finding) => [
    printableWhole(rowText(rowOf(finding))),
    ...notesOf({ findings: [finding] }).map(printableWhole),
    ...inColumn([...sourceRows(finding), ...findingRows(finding)]).map(line),
  ]);
  const advice =
    first === undefined
      ? []
      : inColumn(adviceRows({ first, ...definedOnly({ software }) }, checkCommand([id], report))).map(line);
  const text = cut(
    [[entry.title], ...parts, advice].map((lines) => lines.join('\n')).join('\n\n'),
    longestFailure,
  );
  const words = first === undefined ? entry.title : rowText(rowOf(first));
  const message = cut(words + more, longestMessage);
  return element('failure', { message, type: entry.level }, [xmlText(text)]);
}

function line({ label, text }: ReportRow): string {
  return `${label.padEnd(labelWidth)}${printableWhole(text)}`;
}

/** Writes warnings into the output of the suite, because a testcase cannot have warnings. */
function warnings(entries: readonly RequirementEntry[]): string {
  return entries
    .filter(({ verdict }) => verdict === 'warn')
    .flatMap(({ findings }) => findings)
    .map((finding) => `warning ${finding.requirement}: ${printableWhole(rowText(rowOf(finding)))}`)
    .join('\n');
}

/** Writes the verdict and the numbers of the run. */
function properties(report: Report): string[] {
  const { outcome, exitStatus, sentence } = report.verdict;
  const facts = [
    ['outcome', outcome],
    ['exit-status', exitStatus],
    ['headline', headlineOf(report.verdict)],
    ['sentence', sentence],
    ...runRows(report).map(({ label, text }) => [label.toLowerCase().replaceAll(' ', '-'), text] as const),
  ] as const;
  return facts.map(([name, value]) => element('property', { name, value }));
}

/** Writes seconds with three decimals: the schemas reject more decimals, and some viewers reject exponents. */
function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (cut; report.json has all of it)`;
}

/**
 * Escapes a string as the content of an element, and keeps its line breaks. Characters that XML does not allow, that are
 * invisible, or that a build server would obey become escapes such as `\u{1b}`.
 */
export function xmlText(text: string): string {
  return escaped(joined(text.split('\n').map(printableWhole)));
}

function escaped(text: Shown): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Writes an element and escapes its attributes; `content` is already XML. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(printableWhole(String(value))).replaceAll('"', '&quot;')}"`,
  );
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('\n')}</${name}>`;
}
