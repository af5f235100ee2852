import { type Shown, shown } from '../../text/shown.ts';
import { checkCommand } from '../commands.ts';
import type { Report } from '../model/report.ts';
import { rowText } from '../row.ts';
import {
  adviceRows,
  findingRows,
  inColumn,
  isCommandRow,
  notesOf,
  occurredWords,
  type ReportRow,
  sourceRows,
} from '../rows.ts';
import type { Violation, ViolationKind } from '../violations.ts';
import { emptyLine, labeled, labeledCommand, lead, paragraph, type Sheet, textWidth } from './block.ts';

/** Maximum length of a generated body, in code points. */
const longestBody = 400;
/** If there are this many failures or more, only the first three show more than their row. */
const many = 4;
const mostMain = 3;

const marks: Readonly<Record<ViolationKind, readonly [sign: Shown, color: 'red' | 'yellow']>> = {
  failure: [shown`✕`, 'red'],
  warning: [shown`!`, 'yellow'],
  accepted: [shown`a`, 'yellow'],
};

/** Renders each failure: its row, the requirements, and for the first ones the evidence, the fix and the commands. */
export function failureLines(
  page: Sheet,
  failures: readonly Violation[],
  report: Report,
  verbose: boolean,
): Shown[] {
  const detailed = verbose || failures.length < many ? failures.length : mostMain;
  const lines = failures.flatMap((failure, index) => {
    const isDetailed = index < detailed;
    const gap = index === 0 || !(isDetailed || index === detailed) ? [] : [shown``];
    const isRepeated = failures.slice(0, index).some((one) => hasSameAdvice(one, failure));
    const evidence = isDetailed ? details(page, failure, report, verbose, isRepeated) : [];
    return [...gap, ...head(page, failure), ...evidence];
  });
  const more = failures.length > detailed ? ', and --verbose prints all evidence' : '';
  const [first] = failures.flatMap(({ ids }) => ids);
  if (first === undefined) return [];
  const explain = `npx petstore-conformance explain ${first} lists common causes${more}.`;
  return [...lines, shown``, ...paragraph(page, explain)];
}

/** Renders the row of each warning and of each accepted failure; with --verbose, renders them in full. */
export function otherLines(
  page: Sheet,
  others: readonly Violation[],
  report: Report,
  verbose: boolean,
): Shown[] {
  return others.flatMap((one) => [...head(page, one), ...(verbose ? details(page, one, report, true) : [])]);
}

/** Renders the row of a violation on its own line, and the requirements below it. */
function head(page: Sheet, violation: Violation): Shown[] {
  const [sign, color] = marks[violation.kind];
  const ids = [...violation.ids, occurredWords(violation), ...notesOf(violation)].join(' · ');
  return [
    ...lead(page, page.paint(color, sign), rowText(violation.row), 'bold'),
    ...lead(page, emptyLine, ids, 'dim'),
  ];
}

/** Checks whether two violations have the same advice, as violations of one requirement by two operations do. */
function hasSameAdvice(a: Violation, b: Violation): boolean {
  return (
    a.first.fix === b.first.fix &&
    a.first.impact === b.first.impact &&
    a.software?.words === b.software?.words
  );
}

function details(
  page: Sheet,
  violation: Violation,
  report: Report,
  isWhole: boolean,
  isRepeated = false,
): Shown[] {
  const { first, findings, ids } = violation;
  const others = isWhole ? findings.filter((one) => one !== first) : [];
  return rowLines(
    page,
    [
      ...sourceRows(first),
      ...findingRows(first),
      ...others.flatMap(findingRows),
      ...adviceRows(violation, checkCommand(ids, report), isRepeated),
    ],
    isWhole,
  );
}

/** Renders rows. Without the full evidence, it renders only the brief rows, and each list in one line. */
export function rowLines(page: Sheet, all: readonly ReportRow[], isWhole: boolean): Shown[] {
  const rows = all.filter(({ detail }) => isWhole || detail === 'brief');
  return inColumn(rows, isWhole ? textWidth(page) : Number.POSITIVE_INFINITY).flatMap((row) => {
    const { label, text, kind, list } = row;
    if (isCommandRow(row)) return [labeledCommand(page, label, text)];
    if (list !== undefined && !isWhole) return labeled(page, label, text, { isCut: true });
    switch (kind) {
      case 'expected':
        return labeled(page, label, text, { color: 'green' });
      case 'received':
        return labeled(page, label, text, { color: 'red' });
      case 'body':
        return labeled(page, label, text, { longest: longestBody });
      case 'response':
        return isWhole ? labeled(page, label, text) : labeled(page, label, text, { mostLines: 2 });
      case 'item':
        return labeled(page, label, text, { hang: 2 });
      default:
        return labeled(page, label, text);
    }
  });
}
