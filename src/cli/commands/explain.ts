import { defects } from '../../../reference-server/defects/index.ts';
import type { AddedChecks } from '../../checks/custom-checks.ts';
import { quoted, UsageError } from '../../config/messages.ts';
import { describeSuites } from '../../engine/select.ts';
import { emptyLine, labeled, labeledCommand, paragraph, type Sheet } from '../../report/terminal/block.ts';
import { isRequirementId, requirementById, requirementIds, sections } from '../../spec/catalog.ts';
import { counted, shellWord } from '../../text/layout.ts';
import { joined, printable, type Shown, shown } from '../../text/shown.ts';
import { advice, nearest } from '../../text/similar.ts';
import type { FlagsOf } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { type Fact, factsOf, idsOf, loadCheckFiles, needed } from '../requirements.ts';

/** `explain ID`: describes a requirement and its checks. */
export async function explain(
  { id, check: files = [], json }: FlagsOf<'explain'> & { readonly id: string },
  environment: Environment,
): Promise<number> {
  const { stdout } = environment;
  const added = await loadCheckFiles(files);
  if (!isRequirementId(id) && !idsOf(added).includes(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id, added);
  stdout.write(
    json ? jsonText(explanation) : explanationText(explanation, files, pageOf(environment, 60, 100)),
  );
  return 0;
}

function unknownId(id: string): string {
  const inSection = requirementIds.filter((one) => one.startsWith(`${id}.`));
  if (inSection.length > 0)
    return `${quoted(id)} is a section with ${counted(inSection.length, 'requirement')}: ${inSection.join(', ')}.\nChoose one of them.`;
  return `unknown requirement ${quoted(id)}.${advice(nearest(id, requirementIds, 3))}\nnpx petstore-conformance list shows all of them.`;
}

/** Collects everything about a requirement of the catalog, or of a custom check. */
function explanationOf(id: string, added: readonly AddedChecks[]) {
  const own = added.find(({ requirements }) => requirements.some((one) => one.id === id));
  const explained = own?.requirements.find((one) => one.id === id) ?? requirementById(id);
  return {
    requirement: explained,
    section:
      own?.suite.title ?? sections.find(({ requirements }) => requirements.includes(explained))?.title ?? '',
    checkedBy: describeSuites(added)
      .filter((described) => described.requirement === id)
      .map(({ kind, title }) => ({ kind, title })),
    // Defects that violate nothing else come first.
    commonMistakes: defects
      .filter(({ requirements }) => requirements.includes(id))
      .sort((a, b) => a.requirements.length - b.requirements.length)
      .map(({ id: defect, title, story }) => ({ defect, title, story })),
  };
}

type Explanation = ReturnType<typeof explanationOf>;

/** The usual height of a screen, in lines. `--json` also shows the mistakes and checks that do not fit. */
const mostLines = 30;

/** Formats an explanation for people. `files` are the files of custom checks that were loaded for it. */
function explanationText(explanation: Explanation, files: readonly string[], page: Sheet): Shown {
  const { requirement: explained, commonMistakes, checkedBy: checks } = explanation;
  const mistakes = commonMistakes.map(({ title, story }) => `${title}. ${story}`);
  const titles = [...new Set(checks.map(({ kind, title }) => `${kind}: ${title}`))];
  const isUnchecked = checks.length === 0 && explained.level !== 'not-testable';
  const facts: readonly Fact[] = [
    ...factsOf(explained),
    { label: 'Mistakes', texts: mistakes, list: 'in part' },
    { label: 'Checked by', texts: isUnchecked ? ['no check yet'] : titles, list: 'in part' },
  ];
  const head = [page.paint('bold', printable(explained.id)), ...paragraph(page, explained.title), emptyLine];
  const last = checks.length === 0 ? [] : [labeledCommand(page, 'Run alone', runAlone(explanation, files))];
  const lines = fitted(page, facts, mostLines - head.length - last.length);
  return shown`${joined([...head, ...lines, ...last])}\n`;
}

/**
 * Renders facts in about `most` lines. A list that may be shown in part shows at least one item. As long as there is room,
 * each of these lists in turn gets one more item.
 */
function fitted(page: Sheet, facts: readonly Fact[], most: number): Shown[] {
  const linesOf = ({ label, texts, list }: Fact, count: number): Shown[] =>
    texts
      .slice(0, count)
      .flatMap((text, index) =>
        labeled(page, index === 0 ? label : '', list !== undefined && texts.length > 1 ? `· ${text}` : text),
      );
  const counts = facts.map(({ texts, list }) =>
    list === 'in part' ? Math.min(1, texts.length) : texts.length,
  );
  const layOut = () => facts.flatMap((fact, index) => linesOf(fact, counts[index] ?? 0));
  const longest = facts.reduce((length, { texts }) => Math.max(length, texts.length), 0);
  for (let turn = 2; turn <= longest; turn++)
    for (const [index, { texts }] of facts.entries()) {
      if (counts[index] !== turn - 1 || texts.length < turn) continue;
      counts[index] = turn;
      // One line is reserved for the note on what is left out.
      if (layOut().length > most - 1) counts[index] = turn - 1;
    }
  const left = facts.flatMap(({ label, texts }, index) => {
    const more = texts.length - (counts[index] ?? 0);
    return more === 0 ? [] : [`${label} ${more}`];
  });
  return [...layOut(), ...(left.length === 0 ? [] : labeled(page, 'With --json', `also ${left.join(', ')}`))];
}

function runAlone({ requirement: explained }: Explanation, files: readonly string[]): string {
  const options = explained.asked === undefined ? '' : ` ${needed[explained.asked].options}`;
  const custom = isRequirementId(explained.id) ? [] : files.flatMap((file) => [' --check ', shellWord(file)]);
  return `npx petstore-conformance run --base-url URL${options}${custom.join('')} --reporter terminal --only ${explained.id}`;
}
