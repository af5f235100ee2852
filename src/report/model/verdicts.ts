import type { ReasonClass } from '../../spec/reasons.ts';
import type { RunOutcome, Verdict } from './report.ts';

/** The tone of a result, which decides its color. */
export type Tone = 'good' | 'bad' | 'warn' | 'calm';

interface VerdictFacts {
  readonly word: string;
  /** The plural of the word, if it differs. */
  readonly plural?: string;
  /** One character for tables, readable without color. */
  readonly letter: string;
  /** A symbol for the HTML page. */
  readonly glyph: string;
  readonly tone: Tone;
  /** Whether the verdict means that the target passes or fails; missing if it means neither. */
  readonly says?: 'passes' | 'fails';
}

/** All verdicts, most important first, with the words and symbols that all output uses. */
export const verdicts: Readonly<Record<Verdict, VerdictFacts>> = {
  fail: { word: 'failed', letter: 'F', glyph: '✕', tone: 'bad', says: 'fails' },
  warn: { word: 'warning', plural: 'warnings', letter: 'W', glyph: '!', tone: 'warn', says: 'fails' },
  accepted: { word: 'accepted', letter: 'A', glyph: 'a', tone: 'warn', says: 'fails' },
  'not tested': { word: 'not tested', letter: '-', glyph: '–', tone: 'warn' },
  pass: { word: 'passed', letter: 'P', glyph: '✓', tone: 'good', says: 'passes' },
  observed: { word: 'observed', letter: 'o', glyph: 'o', tone: 'calm' },
  'not selected': { word: 'not selected', letter: '·', glyph: '·', tone: 'calm' },
  'not testable': { word: 'not testable', letter: ' ', glyph: ' ', tone: 'calm' },
};

export const verdictNames = Object.keys(verdicts) as readonly Verdict[];

/** Returns "2 failed · 61 passed", without zeros. */
export function verdictCounts(count: (verdict: Verdict) => number): string {
  return verdictNames
    .flatMap((verdict) => {
      const { word, plural = word } = verdicts[verdict];
      const many = count(verdict);
      return many === 0 ? [] : [`${many} ${many === 1 ? word : plural}`];
    })
    .join(' · ');
}

/** Sorts by verdict, most important first. */
export function byVerdict(a: { readonly verdict: Verdict }, b: { readonly verdict: Verdict }): number {
  return verdictNames.indexOf(a.verdict) - verdictNames.indexOf(b.verdict);
}

/** Checks whether a run tested a requirement. Only then may a failure that no longer occurs count as fixed. */
export function wasTested(verdict: Verdict): boolean {
  return verdicts[verdict].says !== undefined && verdict !== 'accepted';
}

/** Checks whether a requirement was not judged, or not completely. */
export function isOpen(verdict: Verdict): boolean {
  return verdict === 'not tested' || verdict === 'not selected';
}

/** Returns the verdict of a requirement that was not judged, or not completely, based on the class of the reason. */
export function verdictOfClass(reasonClass: ReasonClass): Verdict {
  return reasonClass === 'not asked' || reasonClass === 'not selected' ? 'not selected' : 'not tested';
}

/** Returns the tone for a requirement that was not judged. */
export function toneOfClass(reasonClass: ReasonClass): Tone {
  return reasonClass === 'prevented' ? 'warn' : 'calm';
}

/**
 * The words of the last line, and the exit status. Scripts search for the words, so no outcome's words contain those of
 * another outcome.
 */
export const outcomes: Readonly<Record<RunOutcome, { readonly words: string; readonly exitStatus: number }>> =
  {
    conforms: { words: 'CONFORMS', exitStatus: 0 },
    passed: { words: 'PASSED', exitStatus: 0 },
    'does not conform': { words: 'DOES NOT CONFORM', exitStatus: 1 },
    'wrong command or configuration': { words: 'WRONG COMMAND OR CONFIGURATION', exitStatus: 2 },
    'no verdict': { words: 'NO VERDICT', exitStatus: 3 },
    interrupted: { words: 'INTERRUPTED', exitStatus: 130 },
  };

/** Returns the tone of an exit status. */
export function toneOf(exitStatus: number): 'good' | 'bad' | 'warn' {
  return exitStatus === 0 ? 'good' : exitStatus === 1 ? 'bad' : 'warn';
}
