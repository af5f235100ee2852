import { type Entry, entries, settingsFor } from '../../src/gallery/entry.ts';
import { outcomeOf } from '../../src/gallery/outcome.ts';
import { runTrial } from '../../src/gallery/trial.ts';
import type { Member, Suite } from '../../src/kit/suite.ts';
import type { Settings } from '../../src/model/settings.ts';
import { ledger } from '../../src/spec/ledger.ts';
import { suites } from '../../suites/index.ts';
import { isShared, whileBroken } from './broken-member.ts';

/** What the gallery says when one member of the suites is broken. */
export type Necessity =
  /** Its row is observed alone: it blames nobody, so no defect can miss it. */
  | { readonly kind: 'observes' }
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
export const members: readonly (readonly [Suite, Member])[] = suites.flatMap((suite) =>
  suite.members.map((member) => [suite, member] as const),
);

/** Breaks the member and runs its row's defects, and, for a probe that other rows live on, all the others. */
export async function necessityOf(suite: Suite, member: Member): Promise<Necessity> {
  const own = defectsOf(member.requirement);
  const shared = isShared(member);
  if (own.length === 0 && !shared) return { kind: 'observes' };
  const tried = shared ? [...own, ...allDefects.filter((one) => !own.includes(one))] : own;
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

function isObserved({ requirement }: Member): boolean {
  return ledger.find(({ id }) => id === requirement)?.level === 'observed';
}

/** The defects that these settings show while nothing is broken: the others tell nothing about a member. */
async function shownWith(tried: readonly Entry[], settings: Partial<Settings>): Promise<Entry[]> {
  const shown: Entry[] = [];
  for (const entry of tried) if (!(await isWrong(entry, settings))) shown.push(entry);
  return shown;
}

async function firstWrong(tried: readonly Entry[], settings: Partial<Settings>): Promise<Entry | undefined> {
  for (let from = 0; from < tried.length; from += atATime) {
    const some = tried.slice(from, from + atATime);
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
