import type { Defect, Variant } from '../../../reference-server/changes/change.ts';
import type { Sheet } from '../../report/terminal/block.ts';
import { catalog, requirementsVersion, sections } from '../../spec/catalog.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { largest } from '../../text/largest.ts';
import { wrap } from '../../text/layout.ts';
import { joined, padded, printable, printableWhole, type Shown, shown } from '../../text/shown.ts';
import type { FlagsOf } from '../commands.ts';
import { type Environment, jsonText, pageOf } from '../environment.ts';
import { loadCheckFiles, needed, violatedRequirements } from '../requirements.ts';

/** `list`: prints the requirements by section, with those of custom checks last, or the servers that `serve` can start. */
export async function list(
  { level, check = [], defects, variants, json = false }: FlagsOf<'list'>,
  environment: Environment,
): Promise<number> {
  const page = pageOf(environment, 70, 110);
  environment.stdout.write(
    defects || variants
      ? await serversText(defects ? 'defects' : 'variants', json, page)
      : requirementsText(await loadCheckFiles(check), level, json, page),
  );
  return 0;
}

function requirementsText(
  added: Awaited<ReturnType<typeof loadCheckFiles>>,
  level: Requirement['level'] | undefined,
  json: boolean,
  page: Sheet,
): Shown {
  const selected = (requirements: readonly Requirement[]) =>
    requirements.filter((one) => level === undefined || one.level === level);
  const known = sections.map(({ title, requirements }) => ({ title, listed: selected(requirements) }));
  const custom = added.map(({ suite, requirements }) => ({
    title: suite.title,
    listed: selected(requirements),
  }));
  const listedIn = (parts: typeof known) => parts.flatMap(({ listed }) => listed);
  if (json)
    return jsonText({
      requirementsVersion,
      requirements: listedIn([...known, ...custom]).map(({ traits: _inner, ...rest }) => rest),
    });
  const parts = [...known, ...custom]
    .filter(({ listed }) => listed.length > 0)
    .map(({ title, listed }) =>
      joined([
        page.paint('bold', printable(title)),
        ...listed.flatMap((one) => requirementLines(one, page.width)),
      ]),
    );
  const others = custom.length === 0 ? '' : shown` and ${listedIn(custom).length} from custom checks`;
  return shown`${joined(parts, '\n\n')}\n\n${listedIn(known).length} requirements (version ${requirementsVersion})${others}. Those without a level are required.\nnpx petstore-conformance explain ID describes one.\n`;
}

const idWidth =
  largest(
    0,
    catalog.map(({ id }) => id.length),
  ) + 2;

/** Lists the id and the title of a requirement, and the reason if it is not testable. */
function requirementLines({ id, level, title, asked, impact }: Requirement, width: number): Shown[] {
  const lead = shown`  ${padded(printable(id), idWidth)}`;
  const before = level === 'required' ? '' : `${level}: `;
  const after = asked === undefined ? '' : ` (${needed[asked].words})`;
  const reason = level === 'not-testable' ? `. ${impact}` : '';
  return wrap(printableWhole(`${before}${title}${after}${reason}`), width - lead.length).map(
    (line, index) => shown`${index === 0 ? lead : padded(shown``, lead.length)}${line}`,
  );
}

/** Lists the servers that `serve` can start, each with its effect on a run. */
async function serversText(kind: 'defects' | 'variants', json: boolean, page: Sheet): Promise<Shown> {
  const { defects } = await import('../../../reference-server/defects/index.ts');
  const { variants } = await import('../../../reference-server/variants/index.ts');
  // JSON omits the `change` of each server, because it is a function.
  if (json) return jsonText(kind === 'defects' ? { defects } : { variants });
  const described = defects.filter(({ needs = [] }) => needs.includes('description')).length;
  const about =
    kind === 'defects'
      ? shown`${defects.length} servers with one defect each, and the requirements they violate. The gallery runs ${defects.length - described} of them. The other ${described} are wrong only in their interface description, which a run reads with --description.`
      : shown`${variants.length} servers that differ from the reference server and still conform to the specification.`;
  return joined([
    ...(kind === 'defects' ? defects : variants).flatMap((one) => serverLines(one, page)),
    shown``,
    ...wrap(about, page.width),
    shown`npx petstore-conformance serve --${kind === 'defects' ? 'defect' : 'variant'} ID starts one.\n`,
  ]);
}

/** Lists the id of a server, its title, and its effect on a run. */
function serverLines(server: Defect | Variant, { width, paint }: Sheet): Shown[] {
  const indented = (text: string) => wrap(printableWhole(text), width - 4).map((line) => shown`    ${line}`);
  const effect =
    'requirements' in server
      ? `violates ${violatedRequirements(server)}`
      : server.warnings.length > 0 && `warnings: ${server.warnings.join(', ')}`;
  return [
    paint('bold', printableWhole(server.id)),
    ...indented(server.title),
    ...(effect === false ? [] : indented(effect).map((line) => paint('dim', line))),
  ];
}
