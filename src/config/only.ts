import { matchesOnly } from '../spec/id-pattern.ts';
import { ledger, similarIds } from '../spec/ledger.ts';
import { quoted } from './quoted.ts';
import { UsageError } from './usage-error.ts';
import type { Given } from './values.ts';

/**
 * Patterns of requirement ids, separated by commas, with `*` for any letters; each must match a row of the ledger, or one of
 * the ids that were `added` to it.
 */
export function readOnly({ text, from }: Given, added: readonly string[] = []): string {
  const ids = [...ledger.map(({ id }) => id), ...added];
  for (const pattern of text.split(',').map((part) => part.trim())) {
    const shown = quoted(pattern);
    if (!/^[a-z0-9.*-]+$/.test(pattern)) {
      throw new UsageError(
        `${from} takes ids of requirements, or patterns like 'auth.*', not ${shown}.${near(pattern)}`,
      );
    }
    if (!ids.some((id) => matchesOnly(id, pattern))) {
      throw new UsageError(
        `${from}: no requirement is called ${shown}.${near(pattern)}\nnpx petstore-conformance list shows all of them.`,
      );
    }
  }
  return text;
}

function near(pattern: string): string {
  if (ledger.some(({ id }) => id.startsWith(`${pattern}.`))) return ` Did you mean '${pattern}.*'?`;
  const ids = similarIds(pattern.replaceAll('*', ''));
  return ids.length === 0 ? '' : ` Did you mean ${ids.join(' or ')}?`;
}
