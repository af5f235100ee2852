import type { Outcome } from './model/report.ts';

/** The words of the last line. Scripts look for them; none contains another. */
export const verdictWords: Readonly<Record<Outcome, string>> = {
  conforms: 'CONFORMS',
  'nothing new': 'NOTHING NEW',
  'does not conform': 'DOES NOT CONFORM',
  'waivers out of date': 'WAIVERS OUT OF DATE',
  'wrong command or configuration': 'WRONG COMMAND OR CONFIGURATION',
  'could not be tested': 'COULD NOT BE TESTED',
  interrupted: 'INTERRUPTED',
};
