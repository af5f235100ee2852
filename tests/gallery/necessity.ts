import { type Entry, entries, settingsFor } from '../../gallery/entry.ts';
import { outcomeOf } from '../../gallery/outcome.ts';
import { runTrial } from '../../gallery/trial.ts';
import type { CheckOrRule, Suite } from '../../src/checks/built-in.ts';
import type { Settings } from '../../src/config/settings.ts';
import { catalog } from '../../src/spec/catalog.ts';
import { suites } from '../../suites/index.ts';
import { isShared, whileBroken } from './broken-member.ts';

/** What the gallery says when one member of the suites is broken. */
export type Necessity =
  /** Its row is observed alone: it blames nobody, so no defect can miss it. */
  | { readonly kind: 'observes' }
  /** No run of the gallery is given what its row is asked with. */
  | { readonly kind: 'not selected' }
  /** `gallery` ends with 1: the defect is not found at its rows any more, in a run with these settings. */
  | { readonly kind: 'noticed'; readonly defect: string; readonly settings: string }
  /** Nothing is missed: others find the same. */
  | { readonly kind: 'second witness' };

/** Settings in which a member is tried, the usual ones first. */
const ways: readonly (readonly [words: string, settings: Partial<Settings>])[] = [
  ['', {}],
  ['--no-exhaust', { exhaust: false }],
];

/** How many servers are tried at a time. */
const atATime = 4;

/** Every member of the suites, with the suite that it is of. */
export const checks: readonly (readonly [Suite, CheckOrRule])[] = suites.flatMap((suite) =>
  suite.checks.map((member) => [suite, member] as const),
);

/**
 * Breaks the member and runs its row's defects, and, for a probe that other rows live on, all the others, up to the
 * first that notices. `likely` is the id of one that did before: it is tried first.
 */
export async function necessityOf(suite: Suite, member: CheckOrRule, likely = ''): Promise<Necessity> {
  const own = defectsOf(member.requirement);
  const shared = isShared(member);
  if (own.length === 0 && !shared) return { kind: isObserved(member) ? 'observes' : 'not selected' };
  const others = shared ? allDefects.filter((one) => !own.includes(one)) : [];
  const isLikely = ({ server }: Entry) => server.id === likely;
  const all = [...own, ...others].filter((entry) => isSentIn(member, entry));
  const tried = [...all.filter(isLikely), ...all.filter((entry) => !isLikely(entry))];
  for (const [words, settings] of ways) {
    const shown = words === '' ? tried : await shownWith(own, settings);
    const defect = await whileBroken(suite, member, () => firstWrong(shown, settings));
    if (defect !== undefined) return { kind: 'noticed', defect: defect.server.id, settings: words };
  }
  return isObserved(member) ? { kind: 'observes' } : { kind: 'second witness' };
}

const allDefects = entries.filter(({ kind }) => kind === 'defect');

function defectsOf(requirement: string): Entry[] {
  return allDefects.filter(
    ({ server }) => 'requirements' in server && server.requirements.includes(requirement),
  );
}

function isObserved({ requirement }: CheckOrRule): boolean {
  return catalog.find(({ id }) => id === requirement)?.level === 'observed';
}

/** What is sent in some profiles alone is missed in runs of these alone. */
function isSentIn(member: CheckOrRule, entry: Entry): boolean {
  const profiles = 'needs' in member ? member.needs.profiles : undefined;
  return profiles === undefined || profiles.includes(settingsFor(entry).profile ?? 'standard');
}

/** The defects that these settings show while nothing is broken: the others tell nothing about a member. */
async function shownWith(tried: readonly Entry[], settings: Partial<Settings>): Promise<Entry[]> {
  const shown: Entry[] = [];
  for (const entry of tried) if (!(await isWrong(entry, settings))) shown.push(entry);
  return shown;
}

async function firstWrong(tried: readonly Entry[], settings: Partial<Settings>): Promise<Entry | undefined> {
  // The first one alone: where it is the one that noticed before, no other has to be run.
  for (let from = 0; from < tried.length; from += from === 0 ? 1 : atATime) {
    const some = tried.slice(from, from === 0 ? 1 : from + atATime);
    const wrong = await Promise.all(some.map((entry) => isWrong(entry, settings)));
    const first = some[wrong.indexOf(true)];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Whether the gallery would complain; nobody counts here what was sent while limited. */
async function isWrong(entry: Entry, settings: Partial<Settings>): Promise<boolean> {
  const trial = await runTrial({ change: entry.server.change }, { ...settingsFor(entry), ...settings });
  return outcomeOf(entry, trial, 0).complaints.length > 0;
}
