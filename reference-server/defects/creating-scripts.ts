import type { Change, Defect } from '../changes/change.ts';
import { editReading } from '../changes/edits.ts';
import { problem } from '../problem.ts';
import { japaneseHan, koreanSyllables } from './character-tables.ts';
import { editTexts } from './creating-text.ts';

/** Rewrites each character that the pattern matches. */
const letters = (pattern: RegExp, rewrite: (letter: string) => string): Change =>
  editTexts((text) => text.replace(pattern, rewrite));

const shifted = (by: number) => (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by);

/** Replaces each character that a table lacks with `sign`. Builds the table on first use. */
const lacking = (script: RegExp, tableOf: () => ReadonlySet<string>, sign: string): Change => {
  let table: ReadonlySet<string> | undefined;
  return letters(script, (letter) => {
    table ??= tableOf();
    return table.has(letter) ? letter : sign;
  });
};

/** Returns the isolated form of an Arabic letter. Most letters have four forms, but the last three have two. */
const aloneStanding = (letter: string): string => {
  const place = (letter.codePointAt(0) ?? 0) - 0x641;
  return String.fromCodePoint(place < 8 ? 0xfed1 + 4 * place : 0xfeef + 2 * (place - 8));
};

const failing = (pattern: RegExp): Change =>
  editReading((body, read) => {
    const reading = read(body);
    if (reading.kind !== 'category') return reading;
    const { name, description = '' } = reading.category;
    if (!pattern.test(name + description)) return reading;
    return { kind: 'problem', problem: problem(500, 'internal_error', 'The server has failed.') };
  });

const latinLookAlikes: { readonly [letter: string]: string } = {
  α: 'a',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
};

const ofScript = (id: string, title: string, story: string, change: Change): Defect => ({
  id,
  title,
  story,
  requirements: ['create.text'],
  needs: ['thorough'],
  change,
});

/** Servers that damage the letters of one script and leave all other letters alone. */
export const creatingScriptDefects: readonly Defect[] = [
  ofScript(
    'text-latin-capitals-bare',
    'Removes accents from capital letters',
    "The printed catalog omits accents on capitals, and its routine also prepares the shop's strings.",
    letters(/[\u00c0-\u00d6]/g, (letter) => letter.normalize('NFD').charAt(0)),
  ),
  ofScript(
    'text-greek-look-alikes',
    'Returns Greek letters as the Latin letters that they resemble',
    'A filter against spoofed names maps look-alikes to Latin.',
    letters(/[α-ω]/g, (letter) => latinLookAlikes[letter] ?? letter),
  ),
  ofScript(
    'text-cyrillic-capitals-small',
    'Returns Cyrillic capitals in lowercase',
    'The record is read back from the search index, whose Russian analyzer folds case.',
    letters(/[А-Я]/g, (letter) => letter.toLowerCase()),
  ),
  ofScript(
    'text-armenian-boxes',
    'Returns Armenian letters as boxes',
    'Characters that the price-label font lacks are replaced before storage.',
    letters(/[\u0531-\u0586]/g, () => '□'),
  ),
  ofScript(
    'text-hebrew-visual',
    'Returns Hebrew in reversed order',
    'A legacy host stores Hebrew in visual order, and its output is read as logical order.',
    letters(/[\u05d0-\u05ea]{2,}/g, (word) => [...word].reverse().join('')),
  ),
  ofScript(
    'text-arabic-shaped',
    'Returns Arabic letters in presentation forms',
    'The routine that shapes letters for receipts runs before storage, not after.',
    letters(/[\u0641-\u064a]/g, aloneStanding),
  ),
  ofScript(
    'text-devanagari-500',
    'Returns 500 for Devanagari',
    'A sort key is built for each name, with collation tables that exist only for some languages.',
    failing(/[\u0905-\u0939]/),
  ),
  ofScript(
    'text-thai-as-latin',
    'Returns Thai letters as accented Latin letters',
    'The letters are written as single bytes in TIS-620 and read as Latin-1.',
    letters(/[\u0e01-\u0e2e]/g, shifted(0xa0 - 0xe00)),
  ),
  ofScript(
    'text-georgian-capitals',
    'Returns Georgian letters as capitals',
    'A title-case routine uses the Georgian capitals that Unicode 11 added.',
    letters(/[\u10d0-\u10f0]/g, (letter) => letter.toUpperCase()),
  ),
  ofScript(
    'text-ethiopic-unknown',
    'Returns Ethiopic letters as question marks',
    'The database uses tables of Unicode 2, and Ethiopic came with Unicode 3.',
    letters(/[\u1200-\u137f]/g, () => '?'),
  ),
  ofScript(
    'text-hiragana-as-katakana',
    'Returns Hiragana names in Katakana',
    'Customer names are stored as they are pronounced, in Katakana, and categories use the same column.',
    (parts) => ({
      store: {
        list: parts.store.list,
        add: (category, id) =>
          parts.store.add(
            { ...category, name: category.name.replace(/[\u3041-\u3096]/g, shifted(0x60)) },
            id,
          ),
      },
    }),
  ),
  ofScript(
    'text-rare-han-lost',
    'Replaces Han characters outside Shift JIS with a placeholder',
    'The strings pass through a system that knows only the Japanese standard of 1983.',
    lacking(/[\u4e00-\u9fa5]/g, japaneseHan, '〓'),
  ),
  ofScript(
    'text-plane-two-dropped',
    'Drops Han characters beyond 16 bits',
    'The pattern of allowed characters ends where emoji begin.',
    letters(/[\u{20000}-\u{2ffff}]/gu, () => ''),
  ),
  ofScript(
    'text-rare-hangul-lost',
    'Returns rare Korean syllables as question marks',
    'The connection uses EUC-KR, which has 2,350 of the 11,172 syllables.',
    lacking(/[\uac00-\ud7a3]/g, koreanSyllables, '?'),
  ),
  ofScript(
    'text-bold-letters-plain',
    'Returns bold and italic mathematical letters as plain letters',
    'Such letters are misused for decoration elsewhere, so a filter normalizes them.',
    letters(/[\u{1d400}-\u{1d467}]/gu, (letter) => letter.normalize('NFKC')),
  ),
  ofScript(
    'text-animals-as-paws',
    'Replaces animals other than dogs and cats with paw prints',
    'Emoji without an image for labels are replaced before storage.',
    letters(/[\u{1f400}-\u{1f43e}]/gu, (animal) => (animal === '🐕' || animal === '🐈' ? animal : '🐾')),
  ),
  ofScript(
    'text-punctuation-escaped',
    'Adds backslashes before punctuation',
    'Strings are escaped for Markdown when stored and again when shown.',
    letters(/[!#()*+.-]/g, (sign) => `\\${sign}`),
  ),
];
