import { printableWhole } from '../../text/shown.ts';
import { adviceOf } from '../advice-words.ts';
import { checkCommand } from '../check-command.ts';
import { originWords, sourceWords } from '../evidence-words.ts';
import { allFaults } from '../faults.ts';
import { findingLabels } from '../finding-text.ts';
import { baselineWords, isKnown, type Report, type RequirementResult } from '../model/report.ts';
import type { Reporter } from '../reporter.ts';
import { element, xmlText } from './xml.ts';

/** The longest text of one failure, in characters: some readers hold all of it in memory, and in one cell. */
const longestFailure = 20_000;

/**
 * JUnit XML: a testcase for each requirement and one for the run itself, so that a run that could not test
 * anything is never green. Valid by the schemas of Jenkins' xUnit plugin and of Ant (Windy Road): only what
 * both know is used.
 */
export const junit: Reporter = { name: 'junit', file: 'junit.xml', render: junitXml };

function junitXml(report: Report): string {
  const cases = [runCase(report), ...report.requirements.map((row) => requirementCase(row, report))];
  const count = (kind: Kind) => cases.filter((one) => one.kind === kind).length;
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
      element('properties', {}, ['', ...facts(report).map(property), '']),
      ...cases.map(({ xml }) => xml),
      element('system-out', {}, [xmlText(warnings(report))]),
      element('system-err', {}, [xmlText(allFaults(report).map(printableWhole).join('\n'))]),
      '',
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', {}, ['', suite, ''])}\n`;
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

interface TestCase {
  readonly kind: Kind;
  readonly xml: string;
}

/** Whether the run came to an end that says anything about the service. */
function runCase(report: Report): TestCase {
  const { outcome, sentence } = report.verdict;
  const told = allFaults(report).length === 0 && report.complete && outcome !== 'could not be tested';
  const attributes = { classname: 'petstore-conformance.run', name: 'the run came to its end' };
  if (told) return testCase('passed', attributes);
  const text = [sentence, ...allFaults(report)].map(printableWhole).join('\n');
  return testCase('error', attributes, [
    element('error', { message: sentence, type: outcome }, [xmlText(text)]),
  ]);
}

function requirementCase(row: RequirementResult, report: Report): TestCase {
  const { id, title, verdict, reason = '' } = row;
  const [section = 'other'] = id.split('.');
  const attributes = { classname: `petstore-conformance.${section}`, name: `${id}: ${title}` };
  const isFailure = verdict === 'fail' || (verdict === 'warn' && report.configuration.failOnAdvisory);
  if (isFailure && isKnown(id, report.findings))
    return testCase('skipped', attributes, [element('skipped', { message: knownMessage(row, report) })]);
  switch (verdict) {
    case 'pass':
    case 'flaky':
    case 'observed':
      return testCase('passed', attributes);
    case 'warn':
    case 'fail':
      return isFailure
        ? testCase('failure', attributes, failure(row, report))
        : testCase('passed', attributes);
    case 'not exercised':
    case 'not asked':
    case 'waived':
    case 'excluded':
      return testCase('skipped', attributes, [
        element('skipped', { message: reason.startsWith(verdict) ? reason : `${verdict}: ${reason}` }),
      ]);
  }
}

function testCase(
  kind: Kind,
  attributes: { readonly classname: string; readonly name: string },
  content: readonly string[] = [],
): TestCase {
  return { kind, xml: element('testcase', { ...attributes, time: seconds(0) }, content) };
}

/** A known failure does not fail the run, so its testcase is skipped: a CI system then shows what is new alone. */
function knownMessage(row: RequirementResult, report: Report): string {
  const [first] = report.findings.filter(({ requirement }) => requirement === row.id);
  const words = first === undefined ? row.title : `expected ${first.expected}, received ${first.received}`;
  return cut(`known in ${baselineWords(report) ?? 'the baseline'}: ${words}`, 1_000);
}

/** One element for all causes of a requirement, the new ones first: a second one would not be valid. */
function failure(row: RequirementResult, report: Report): string[] {
  const findings = report.findings
    .filter(({ requirement }) => requirement === row.id)
    .sort((a, b) => Number(a.known === true) - Number(b.known === true));
  const [first] = findings;
  const { means, mend } = adviceOf(findings);
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  const message =
    first === undefined ? row.title : `expected ${first.expected}, received ${first.received}${more}`;
  const check = printableWhole(checkCommand(row.id, report));
  const causes = findings.map((finding) =>
    findingLabels(finding)
      .map(([label, text]) => `${label.padEnd(9)} ${printableWhole(text)}`)
      .join('\n'),
  );
  const lines = [
    `${row.title}`,
    `Source    ${printableWhole(first === undefined ? originWords(row) : sourceWords(first))}`,
    ...causes.flatMap((cause) => ['', cause]),
    ...(first === undefined ? [] : ['', `Means     ${means}`, `Mend      ${mend}`, `Check     ${check}`]),
  ];
  const text = cut(lines.join('\n'), longestFailure);
  return [element('failure', { message: cut(message, 1_000), type: row.level }, [xmlText(text)])];
}

/** A warning fails nothing, and a testcase has no place for it: it stands in the output of the suite. */
function warnings(report: Report): string {
  return report.requirements
    .filter(({ verdict }) => verdict === 'warn')
    .flatMap(({ id }) => report.findings.filter(({ requirement }) => requirement === id))
    .map(
      ({ requirement, expected, received }) =>
        `warning ${requirement}: expected ${printableWhole(expected)}, received ${printableWhole(received)}`,
    )
    .join('\n');
}

function facts(report: Report): [name: string, value: string][] {
  const { kit, ledger, target, configuration, requests, verdict, baseline } = report;
  return [
    ['target', target],
    ['outcome', verdict.outcome],
    ['exit-status', String(verdict.exitStatus)],
    ['sentence', verdict.sentence],
    ['kit', kit.version],
    ['ledger', ledger.version],
    ['node', kit.node],
    ['profile', configuration.profile],
    ...(configuration.plan === undefined ? [] : [['plan', configuration.plan] satisfies [string, string]]),
    ...(baseline === undefined ? [] : [['baseline', baseline.startedAt] satisfies [string, string]]),
    ['seed', String(configuration.seed)],
    ['requests', String(requests.total)],
    ['requests-with-key', String(requests.withKey)],
    ['answered-429', String(requests.answered429)],
    ['complete', String(report.complete)],
  ];
}

function property([name, value]: readonly [string, string]): string {
  return element('property', { name, value: value === '' ? '-' : value });
}

/** Three decimals: the schemas refuse more, and some readers any exponent. */
function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (cut; the whole stands in report.json)`;
}
