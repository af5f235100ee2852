import { csv, readCsv } from '../docs/csv.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import { keptRequests } from './kept-requests.ts';
import type { Finder } from './requests.ts';

const list = 'gallery-requests.csv';

/** Returns the requests of a standard run that find no defect alone. */
export function findNothingAlone(finders: readonly Finder[]): readonly Finder[] {
  return finders.filter(({ position, alone }) => position !== undefined && alone.length === 0);
}

/** Writes docs/gallery-requests.md and its list: each request in order, with the defects that only it finds. */
export function requestDocuments(finders: readonly Finder[], measured: string): Documents {
  const standard = finders.filter(({ position }) => position !== undefined);
  const kept = findNothingAlone(finders);
  const requirementOf = ({ requirement }: Finder) => (requirement === '' ? '' : code(requirement));
  return {
    [`data/${list}`]: csv(
      ['position', 'request', 'requirement', 'defects', 'only this request'],
      finders.map(({ position = '', request, requirement, found, alone }) => [
        ...[position, request, requirement, found],
        alone.join(' '),
      ]),
    ),
    'gallery-requests.md': `<!-- Written by \`npm run gallery:requests\`. -->

# Which request finds what

Each request of a standard run on the Free plan, in the order of a run that sends one at a time, with the defects of the
[gallery](gallery.md) that its response shows. Of these ${standard.length} requests, ${standard.length - kept.length} show a defect that no other response
shows. The other ${kept.length} have a reason below.

${measured}

${markdownTable(
  ['Position', 'Request', 'Sent for', 'Defects', 'Only this request', 'For example'],
  finders.map((finder) => [
    finder.position ?? '',
    finder.request,
    requirementOf(finder),
    finder.found,
    finder.alone.length,
    finder.alone[0] === undefined ? '' : code(finder.alone[0]),
  ]),
)}

- **Generated bodies** are listed by their fault, because their values vary with the seed.
- **No position**: sent only if needed or with another seed. "The whole run" counts
  the defects that no single response shows.
- **Two requests**: if a list shows what an earlier body did, the defect counts for the list.

[The list](data/${list}) names all defects that only one request finds.

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

/** Reads the results back from the list. */
export function listedFinders(): Finder[] {
  return readCsv(list).map((row) => ({
    request: row['request'] ?? '',
    requirement: row['requirement'] ?? '',
    position: row['position'] === '' ? undefined : Number(row['position']),
    found: Number(row['defects']),
    alone: (row['only this request'] ?? '').split(' ').filter((id) => id !== ''),
  }));
}
