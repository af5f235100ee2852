import { painter, wantsColour } from '../../report/colour.ts';
import { isRequirementId, ledger, similarIds } from '../../spec/ledger.ts';
import { explanationOf } from '../explanation.ts';
import { explanationText } from '../explanation-text.ts';
import { type Flags, optionValues } from '../option-values.ts';
import { quoted } from '../quoted.ts';
import { advice } from '../suggest.ts';
import type { Surroundings } from '../surroundings.ts';
import { UsageError } from '../usage-error.ts';

/** `explain ID`: one row of the ledger, what bears on it, and how it looks kept and broken; as JSON too. */
export function explain(flags: Flags, { stdout, env }: Surroundings): number {
  const id = String(flags['id']);
  if (!isRequirementId(id)) throw new UsageError(unknownId(id));
  const explanation = explanationOf(id);
  if (optionValues(flags).on('json')) {
    stdout.write(`${JSON.stringify(explanation, null, 2)}\n`);
    return 0;
  }
  const width = Math.min(100, Math.max(60, stdout.columns ?? 80));
  stdout.write(explanationText(explanation, { width, paint: painter(wantsColour(stdout, env)) }));
  return 0;
}

function unknownId(id: string): string {
  const inSection = ledger.filter((row) => row.id.startsWith(`${id}.`)).map((row) => row.id);
  const near = inSection.length > 0 ? inSection.slice(0, 3) : similarIds(id);
  return `no requirement is called ${quoted(id)}.${advice(near)}\nnpx petstore-conformance list shows all of them.`;
}
