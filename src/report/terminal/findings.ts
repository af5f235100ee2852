import { firstSentence } from '../../text/layout.ts';
import { printable, type Shown, shown } from '../../text/shown.ts';
import type { RequirementEntry } from '../content.ts';
import type { Report } from '../model/report.ts';
import {
  alsoRow,
  findingRows,
  gistWords,
  inColumn,
  isCommandRow,
  type ReportRow,
  requirementRows,
  timesWords,
  warningWords,
} from '../rows.ts';
import {
  cutTo,
  emptyLine,
  labeled,
  labeledCommand,
  paragraph,
  type Sheet,
  table,
  textWidth,
} from './block.ts';

/** The longest generated body, in code points. */
const longestBody = 400;
/** From this many requirements on, a table comes first, and only the first three have more than a few lines. */
const many = 4;
const mostMain = 3;

const badges = { FAIL: ['bold', 'white', 'bgRed'], WARN: ['bold', 'black', 'bgYellow'] } as const;

type Badge = keyof typeof badges;

interface BlockOptions {
  /** Leaves out the commands that verify a fix. */
  readonly withoutVerify?: boolean;
  /** Shows all evidence, however many requirements there are. */
  readonly verbose?: boolean;
}

const isMany = ({ length }: readonly RequirementEntry[]): boolean => length >= many;

/** Renders a line for each of many requirements: what happened, and how often. */
export function overview(page: Sheet, entries: readonly RequirementEntry[]): Shown[] {
  if (!isMany(entries)) return [];
  const rows = entries.flatMap(({ id, findings, first }) =>
    first === undefined ? [] : [[id, gistWords(findings, first), timesWords(first)] as const],
  );
  return [...table(page, rows), shown``];
}

/** Renders a block for each requirement: sentence, causes, fix, and the command that verifies it. */
export function findingBlocks(
  page: Sheet,
  badge: Badge,
  entries: readonly RequirementEntry[],
  report: Report,
  { withoutVerify = false, verbose = false }: BlockOptions = {},
): Shown[] {
  const isWhole = verbose || (badge === 'FAIL' && !isMany(entries));
  const blocks = entries.flatMap((entry, index) => {
    const head = shown`${page.paint([...badges[badge]], shown` ${badge} `)} ${page.paint('bold', printable(entry.id))}`;
    const isBrief = !isWhole && index >= mostMain;
    return [
      ...(index === 0 || (isBrief && index > mostMain) ? [] : [shown``]),
      ...(isBrief
        ? briefBlock(page, head, entry)
        : [head, ...block(page, entry, report, { isWhole, withoutVerify })]),
    ];
  });
  const isShort = !isWhole && entries.length > mostMain && !withoutVerify;
  return isShort ? [...blocks, ...paragraph(page, '--verbose prints the full evidence.')] : blocks;
}

/** Renders all evidence, or what most people need. */
function block(
  page: Sheet,
  entry: RequirementEntry,
  report: Report,
  { isWhole, withoutVerify }: { readonly isWhole: boolean; readonly withoutVerify: boolean },
): Shown[] {
  const { title, findings, first } = entry;
  const { source, causes, advice } = requirementRows(entry, report);
  const render = (rows: readonly ReportRow[]) => rowLines(page, rows, isWhole);
  const gap = isWhole ? [emptyLine] : [];
  return [
    ...paragraph(page, first?.title ?? title),
    ...render(source),
    ...findings.flatMap((finding, index) => {
      const also = first && alsoRow(finding, first);
      return also === undefined ? [...gap, ...render(causes[index] ?? [])] : render([also]);
    }),
    ...gap,
    ...render(advice.filter(({ kind }) => !withoutVerify || kind !== 'verify')),
  ];
}

/** Renders rows; without the full evidence, only the brief ones, and lists in one line. */
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
      case 'item':
        return labeled(page, label, text, { hang: 2 });
      default:
        return labeled(page, label, text);
    }
  });
}

/** Renders what happened, and the first sentence of the fix. */
function briefBlock(
  page: Sheet,
  head: Shown,
  { id, title, findings, first, fix }: RequirementEntry,
): Shown[] {
  if (first === undefined) return [head];
  const wanted = findingRows(first).filter(({ kind, label }) => kind === 'expected' || label === 'Expired');
  const received: ReportRow = {
    label: 'Received',
    text: gistWords(findings, first),
    detail: 'brief',
    kind: 'received',
  };
  return [
    shown`${head}  ${cutTo(page.width - id.length - 9, printable(title))}`,
    ...rowLines(page, [...wanted, received], false),
    ...labeled(page, 'How to fix', firstSentence(fix)),
  ];
}

/** Renders a line for each finding, for warnings next to failures. */
export function warningLines(page: Sheet, entries: readonly RequirementEntry[]): Shown[] {
  return entries.flatMap(({ findings }) =>
    findings.flatMap((finding) => paragraph(page, `${finding.requirement}: ${warningWords(finding)}`, 2)),
  );
}
