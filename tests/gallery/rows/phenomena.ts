import type { Row } from '../../../gallery/row.ts';
import { readCsv } from '../../docs/csv.ts';
import { list, shownByOf } from '../../phenomena/list.ts';
import { sections } from '../../phenomena/phenomena.ts';
import type { Reproduction } from '../../phenomena/phenomenon.ts';
import { type Reproduced, reproducing } from '../../phenomena/reproduce.ts';

/** A reproduction of a phenomenon, with its line of `tests/phenomena/expected.csv`. */
interface Shown {
  readonly what: string;
  readonly seenIn: string;
  readonly reproduction: Reproduction;
  readonly line: Readonly<Record<string, string>>;
}

const listed = readCsv(list);

const shown: readonly Shown[] = sections
  .flatMap(({ phenomena }) => phenomena)
  .flatMap(({ what, seenIn, shownBy }) =>
    shownBy.flatMap((reproduction) => {
      if ('test' in reproduction) return [];
      const id = shownByOf(reproduction);
      const line = listed.find((one) => one['what happened'] === what && one['reproduced by'] === id);
      return line === undefined ? [] : [{ what, seenIn, reproduction, line }];
    }),
  );

/** Describes a run that shows one or several phenomena, and must say about each of them what its line does. */
function rowOf(id: string): Row[] {
  const those = shown.filter(({ reproduction }) => shownByOf(reproduction) === id);
  const [first] = those;
  if (first === undefined) return [];
  const { what, seenIn, reproduction, line } = first;
  const reports = (line['reports'] ?? '').split(' ').filter((one) => one !== '');
  return [
    {
      id,
      family: 'phenomena',
      title: what,
      origin: `Seen in ${seenIn}.`,
      expect: { reports, ...(line['exit status'] === '3' ? { status: 3 } : {}) },
      ...reproducing(reproduction, (run) => those.flatMap((one) => otherThanListed(one, run))),
    },
  ];
}

function otherThanListed({ reproduction, line }: Shown, run: Reproduced): string[] {
  // How many requests meet a gateway at once depends on the machine.
  const counted = (text = '') => text.trimEnd().replace(/\d+ such requests/g, 'some such requests');
  const now = reproduction.says?.(run);
  const before = line['what the kit says now'];
  return now === undefined || counted(now) === counted(before) ? [] : [`it says "${now}", not "${before}"`];
}

export const phenomenonRows: readonly Row[] = [
  ...new Set(shown.map(({ reproduction }) => shownByOf(reproduction))),
].flatMap(rowOf);
