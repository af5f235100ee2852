import { namedOperations } from '../../spec/operations.ts';

/** What the page calls an operation; a report of a later ledger may name others. */
export function operationName(id: string): string {
  return namedOperations.find((operation) => operation.id === id)?.title ?? 'other paths';
}
