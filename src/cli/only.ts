import { printable } from '../report/escape.ts';
import { ledger, similarIds } from '../spec/ledger.ts';
import type { Given } from './option-values.ts';
import { UsageError } from './usage-error.ts';

/** A pattern of requirement ids with `*` for any characters; it must match a row of the ledger. */
export function readOnly({ text, from }: Given): string {
  const shown = `"${printable(text, 60)}"`;
  if (!/^[a-z0-9.*-]+$/.test(text)) {
    throw new UsageError(
      `${from} takes one id of a requirement, or a pattern like 'auth.*', not ${shown}.${near(text)}`,
    );
  }
  const pattern = new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  if (ledger.some(({ id }) => pattern.test(id))) return text;
  throw new UsageError(
    `${from}: no requirement is called ${shown}.${near(text)}\n\`list\` shows all of them.`,
  );
}

function near(text: string): string {
  if (ledger.some(({ id }) => id.startsWith(`${text}.`))) return ` Did you mean '${text}.*'?`;
  const ids = similarIds(text.replaceAll('*', ''));
  return ids.length === 0 ? '' : ` Did you mean ${ids.join(' or ')}?`;
}
