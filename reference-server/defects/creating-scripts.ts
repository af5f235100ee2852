import type { Change, Defect } from '../change.ts';
import { editReading } from '../edits.ts';
import { problem } from '../problem.ts';
import { japaneseHan, koreanSyllables } from './character-tables.ts';
import { editTexts } from './creating-text.ts';

/** Rewrites each character that the pattern finds. */
const letters = (pattern: RegExp, rewrite: (letter: string) => string): Change =>
  editTexts((text) => text.replace(pattern, rewrite));

const shifted = (by: number) => (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + by);

/** Replaces what a table lacks by one character; the table is built for the first text. */
const lacking = (script: RegExp, tableOf: () => ReadonlySet<string>, sign: string): Change => {
  let table: ReadonlySet<string> | undefined;
  return letters(script, (letter) => {
    table ??= tableOf();
    return table.has(letter) ? letter : sign;
  });
};

/** The isolated forms of Arabic letters: four of each, except for the last three. */
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

/** Texts of one script are damaged, those of others are not. */
export const creatingScriptDefects: readonly Defect[] = [
  ofScript(
    'text-latin-capitals-bare',
    'Capital letters lose their accents',
    'The printed catalogue leaves accents off capitals, and its routine prepares the texts of the shop as well.',
    letters(/[\u00c0-\u00d6]/g, (letter) => letter.normalize('NFD').charAt(0)),
  ),
  ofScript(
    'text-greek-look-alikes',
    'Greek letters come back as the Latin ones that they resemble',
    'A filter against forged names writes look-alikes in Latin.',
    letters(/[α-ω]/g, (letter) => latinLookAlikes[letter] ?? letter),
  ),
  ofScript(
    'text-cyrillic-capitals-small',
    'Cyrillic capitals come back small',
    'The record is read back from the search index, whose analyser for Russian folds them.',
    letters(/[А-Я]/g, (letter) => letter.toLowerCase()),
  ),
  ofScript(
    'text-armenian-boxes',
    'Armenian letters come back as boxes',
    'Whatever the font of the price labels lacks is replaced before it is stored.',
    letters(/[\u0531-\u0586]/g, () => '□'),
  ),
  ofScript(
    'text-hebrew-visual',
    'Hebrew comes back in reversed order',
    'A host of long ago stores it as it is seen, and what it gives is taken for the order in which it is read.',
    letters(/[\u05d0-\u05ea]{2,}/g, (word) => [...word].reverse().join('')),
  ),
  ofScript(
    'text-arabic-shaped',
    'Arabic letters come back in forms for print',
    'The routine that shapes them for receipts is called before the text is stored, not after.',
    letters(/[\u0641-\u064a]/g, aloneStanding),
  ),
  ofScript(
    'text-devanagari-500',
    'Devanagari is answered 500',
    'A key to sort by is made of each name, by tables that were installed for some languages alone.',
    failing(/[\u0905-\u0939]/),
  ),
  ofScript(
    'text-thai-as-latin',
    'Thai letters come back as Latin ones with accents',
    'They are written in the one byte of TIS-620, and read as Latin-1.',
    letters(/[\u0e01-\u0e2e]/g, shifted(0xa0 - 0xe00)),
  ),
  ofScript(
    'text-georgian-capitals',
    'Georgian letters come back as capitals',
    'Since Unicode 11 they have capitals, and a routine that begins words with one went by its tables.',
    letters(/[\u10d0-\u10f0]/g, (letter) => letter.toUpperCase()),
  ),
  ofScript(
    'text-ethiopic-unknown',
    'Ethiopic letters come back as question marks',
    'The tables of the database are those of Unicode 2, and Ethiopic came with 3.',
    letters(/[\u1200-\u137f]/g, () => '?'),
  ),
  ofScript(
    'text-hiragana-as-katakana',
    'Names in Hiragana come back in Katakana',
    'Names of customers are kept by their reading, in Katakana, and categories share the column.',
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
    'Han characters that Shift JIS lacks come back as a filling mark',
    'The texts pass through a system that knows the characters of the Japanese standard of 1983.',
    lacking(/[\u4e00-\u9fa5]/g, japaneseHan, '〓'),
  ),
  ofScript(
    'text-plane-two-dropped',
    'Han characters beyond 16 bits are dropped',
    'A pattern of what may stand in a text ends where emoji do.',
    letters(/[\u{20000}-\u{2ffff}]/gu, () => ''),
  ),
  ofScript(
    'text-rare-hangul-lost',
    'Korean syllables outside the old standard come back as question marks',
    'The connection is set to EUC-KR, which has 2,350 of the 11,172.',
    lacking(/[\uac00-\ud7a3]/g, koreanSyllables, '?'),
  ),
  ofScript(
    'text-bold-letters-plain',
    'Bold and italic letters of mathematics come back plain',
    'They are misused for decoration elsewhere, and a filter undoes it.',
    letters(/[\u{1d400}-\u{1d467}]/gu, (letter) => letter.normalize('NFKC')),
  ),
  ofScript(
    'text-animals-as-paws',
    'Animals other than dogs and cats come back as paw prints',
    'Whatever picture the labels have no drawing of is replaced before it is stored.',
    letters(/[\u{1f400}-\u{1f43e}]/gu, (animal) => (animal === '🐕' || animal === '🐈' ? animal : '🐾')),
  ),
  ofScript(
    'text-punctuation-escaped',
    'Signs of punctuation come back with backslashes',
    'Texts are escaped for Markdown when they are stored, and once more when they are shown.',
    letters(/[!#()*+.-]/g, (sign) => `\\${sign}`),
  ),
];
