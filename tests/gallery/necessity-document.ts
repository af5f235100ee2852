import type { CheckOrRule } from '../../src/checks/built-in.ts';
import { suites } from '../../suites/index.ts';
import { checks, type Necessity } from './necessity.ts';
import { memberName, secondWitnesses } from './second-witnesses.ts';

const kinds: Readonly<Record<CheckOrRule['kind'], string>> = {
  check: 'check',
  probe: 'probe',
  everyResponse: 'rule',
  conclusion: 'rule',
  wholeRun: 'rule',
};

/** `docs/gallery-necessity.md`: each member of the suites, in order, with what became of the gallery without it. */
export function necessityPage(results: readonly Necessity[]): string {
  const count = (kind: Necessity['kind']) => results.filter((one) => one.kind === kind).length;
  const sections = suites.map(({ title, checks: ofSuite }) => {
    const rows = ofSuite.map((member) => {
      const index = checks.findIndex(([, one]) => one === member);
      return rowOf(member, results[index] ?? { kind: 'second witness' });
    });
    return `## ${title}\n\n| Row | Member | | Without it |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `<!-- Written by \`npm run gallery:necessity\`. -->

# Which check finds what

Each check, each rule and each probe was broken in turn: it was taken away, or, where it is a probe that others
share, it sent another request. Then the [gallery](gallery.md) was run as far as it took to see it end with 1. The
last column names a defect that was not found at its own rows alone any more.

| | |
| --- | --- |
| Noticed: a defect is missed, or found at other rows | ${count('noticed')} |
| Observe alone, and can miss nothing | ${count('observes')} |
| Not tried: no run of the gallery is given what they are asked with | ${count('not selected')} |
| Second witnesses: others find the same | ${count('second witness')} |

${sections.join('\n\n')}
`;
}

/** The defects that a page names, by row and title of the member. */
export function noticedIn(page: string): ReadonlyMap<string, string> {
  const rows = page.matchAll(/^\| `([^`]+)` \| (.*) \| \w+ \| `([a-z0-9-]+)`/gm);
  return new Map(
    [...rows].map(([, requirement, title = '', defect = '']) => [`${requirement}: ${title}`, defect]),
  );
}

function rowOf(member: CheckOrRule, result: Necessity): string {
  return `| \`${member.requirement}\` | ${member.title.replaceAll('|', '\\|')} | ${kinds[member.kind]} | ${consequence(member, result)} |`;
}

function consequence(member: CheckOrRule, result: Necessity): string {
  switch (result.kind) {
    case 'not selected':
      return 'not tried: no run of the gallery is given what it is asked with';
    case 'observes':
      return 'nothing to miss: the row is observed';
    case 'noticed':
      return `\`${result.defect}\`${result.settings === '' ? '' : ` with \`${result.settings}\``}`;
    case 'second witness':
      return `a second witness: ${secondWitnesses[memberName(member)] ?? 'unexplained'}`;
  }
}
