import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isSelected, notSelected, unitsOnly } from './selection.mjs';
import { store } from './stored.mjs';

/** A reporter for Stryker that stores the outcome of each mutant. */
class ResultStore {
  onMutantTested(mutant) {
    const { fileName, replacement = '', location } = mutant;
    store({
      fileName: relative(process.cwd(), fileName),
      line: location.start.line,
      column: location.start.column,
      code: codeAt(fileName, location),
      replacement,
      status: statusOf(mutant),
    });
  }
}

/** Returns `NotRun` if it was skipped, `UnitsLeft` if it has not run against the gallery yet, and otherwise Stryker's status. */
function statusOf({ id, status, statusReason }) {
  const isLeft = ['Survived', 'NoCoverage'].includes(status);
  if (statusReason === notSelected || (isLeft && !isSelected(id))) return 'NotRun';
  return isLeft && unitsOnly() ? 'UnitsLeft' : status;
}

function codeAt(fileName, { start, end }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'result-store', injectableClass: ResultStore }];
