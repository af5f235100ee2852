import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { isTaken, notAsked, unitsAlone } from './asked.mjs';
import { keep } from './kept.mjs';

/** A reporter for Stryker that keeps what becomes of each mutant. */
class Keeper {
  onMutantTested(mutant) {
    const { fileName, replacement = '', location } = mutant;
    keep({
      fileName: relative(process.cwd(), fileName),
      line: location.start.line,
      column: location.start.column,
      code: codeAt(fileName, location),
      replacement,
      status: fateOf(mutant),
    });
  }
}

/** `NotRun` without a word on it, `UnitsLeft` where it has yet to meet the gallery, or as Stryker says. */
function fateOf({ id, status, statusReason }) {
  const isLeft = ['Survived', 'NoCoverage'].includes(status);
  if (statusReason === notAsked || (isLeft && !isTaken(id))) return 'NotRun';
  return isLeft && unitsAlone() ? 'UnitsLeft' : status;
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

export const strykerPlugins = [{ kind: 'Reporter', name: 'keeper', injectableClass: Keeper }];
