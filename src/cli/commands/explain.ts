import { explainOptions } from '../../config/command-tables.ts';
import { quoted } from '../../config/quoted.ts';
import { advice } from '../../config/suggest.ts';
import { UsageError } from '../../config/usage-error.ts';
import { type Flags, optionValues } from '../../config/values.ts';
import { painter, wantsColour } from '../../report/colour.ts';
import { columnsOf } from '../../report/columns.ts';
import { printableJsonText } from '../../report/escape.ts';
import { isRequirementId, ledger, similarIds } from '../../spec/ledger.ts';
import { idsOf, loadCheckFiles, withoutSecrets } from '../check-files.ts';
import { explanationOf } from '../explanation.ts';
import { explanationText } from '../explanation-text.ts';
import type { Surroundings } from '../surroundings.ts';

/** `explain ID`: one row of the ledger, what bears on it, and how it looks kept and broken; as JSON too. */
export async function explain(flags: Flags, { stdout, env, redact }: Surroundings): Promise<number> {
  const id = String(flags['id']);
  const values = optionValues(explainOptions, flags);
  const added = withoutSecrets(await loadCheckFiles(values.list('check')), redact);
  if (!isRequirementId(id) && !idsOf(added).includes(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id, added);
  if (values.on('json')) {
    stdout.write(printableJsonText(`${JSON.stringify(explanation, null, 2)}\n`));
    return 0;
  }
  const width = Math.min(100, Math.max(60, columnsOf(stdout, env)));
  stdout.write(explanationText(explanation, { width, paint: painter(wantsColour(stdout, env)) }));
  return 0;
}

function unknownId(id: string): string {
  const inSection = ledger.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  return `no requirement is called ${quoted(id)}.${advice(near)}\nnpx petstore-conformance list shows all of them.`;
}
