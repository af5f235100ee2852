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
import { factsOf, idsOf, loadCheckFiles, needed } from '../requirements.ts';

/** `explain ID`: describes a requirement, and its checks. */
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

/** Maximum numbers of mistakes and checks shown; `--json` has all. */
const maxMistakes = 4;
const maxChecks = 8;

/** Formats an explanation for people. `files` are those of the custom checks that were loaded for it. */
function explanationText(explanation: Explanation, files: readonly string[], page: Sheet): Shown {
  const { requirement: explained, commonMistakes } = explanation;
  const lines = [
    page.paint('bold', printable(explained.id)),
    ...paragraph(page, explained.title),
    emptyLine,
    ...factsOf(explained).flatMap(([label, text]) => labeled(page, label, text)),
    ...commonMistakes
      .slice(0, maxMistakes)
      .flatMap(({ title, story }, index) =>
        labeled(page, index === 0 ? 'Mistakes' : '', `· ${title}. ${story}`),
      ),
    ...checkedBy(page, explanation, files),
  ];
  return shown`${joined(lines)}\n`;
}

function checkedBy(
  page: Sheet,
  { requirement: explained, checkedBy: checks }: Explanation,
  files: readonly string[],
): Shown[] {
  if (checks.length === 0)
    return explained.level === 'not-testable' ? [] : labeled(page, 'Checked by', 'no check yet');
  const titles = [...new Set(checks.map(({ kind, title }) => `${kind}: ${title}`))];
  const more = titles.length - maxChecks;
  const listed = more > 1 ? [...titles.slice(0, maxChecks), `and ${more} more (--json)`] : titles;
  const options = explained.asked === undefined ? '' : ` ${needed[explained.asked].options}`;
  const custom = isRequirementId(explained.id) ? [] : files.flatMap((file) => [' --check ', shellWord(file)]);
  const command = `npx petstore-conformance run --base-url URL${options}${custom.join('')} --reporter terminal --only ${explained.id}`;
  return [
    ...listed.flatMap((title, index) => labeled(page, index === 0 ? 'Checked by' : '', title)),
    labeledCommand(page, 'Run alone', command),
  ];
}
