import { code, type Documents, markdownTable } from '../docs/written.ts';
import { keptRequests } from './kept-requests.ts';
import type { Finder } from './requests.ts';

/** Returns the requests of a standard run that find no defect on their own. */
export function findNothingAlone(finders: readonly Finder[]): readonly Finder[] {
  return finders.filter(({ position, alone }) => position !== undefined && alone.length === 0);
}

/** Writes `reports/gallery-requests.md`: each request in order, with the defects that only this request finds. */
export function requestDocuments(finders: readonly Finder[], measured: string): Documents {
  const standard = finders.filter(({ position }) => position !== undefined);
  const kept = findNothingAlone(finders);
  const requirementOf = ({ requirement }: Finder) => (requirement === '' ? '' : code(requirement));
  return {
    'reports/gallery-requests.md': `# Which request finds what

${measured} Of ${standard.length} requests, ${standard.length - kept.length} show a defect that no other response shows.

${markdownTable(
  ['Position', 'Request', 'Sent for', 'Defects', 'Only this request'],
  finders.map((finder) => [
    finder.position ?? '',
    finder.request,
    requirementOf(finder),
    finder.found,
    finder.alone.map(code).join(', '),
  ]),
)}

## Requests that find nothing alone

${markdownTable(
  ['Request', 'Sent for', 'Defects', 'Why it stays'],
  kept.map((finder) => [
    finder.request,
    requirementOf(finder),
    finder.found,
    keptRequests[finder.request] ?? 'unexplained',
  ]),
)}
`,
  };
}
