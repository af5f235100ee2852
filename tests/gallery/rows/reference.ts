import { type Divided, divide, divideDefects, divideVariants } from '../../support/tiers.ts';
import { inMemory, showsInMemory } from '../in-memory.ts';
import { defectRows, type ReferenceRow, variantRows } from '../reference.ts';

const quickDefects = divideDefects(defectRows, showsInMemory).quick;
const quickVariants = divideVariants(variantRows).quick;

/** Divides rows into tiers. A row is served in memory if its server shows its behavior without a socket. */
function asTested(rows: readonly ReferenceRow[], quick: readonly ReferenceRow[]): Divided<ReferenceRow> {
  const ids = quick.map(({ id }) => id);
  const served = rows.map((row) => (showsInMemory(row) ? inMemory(row) : row));
  return divide(served, ({ id }) => ids.includes(id));
}

/** The reference server with each defect. */
export const defects = asTested(defectRows, quickDefects);
/** The reference server as each legal variant. */
export const variants = asTested(variantRows, quickVariants);
