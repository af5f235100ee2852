import type { Change, Defect } from '../changes/change.ts';
import { editReading, editStored } from '../changes/edits.ts';
import { problem } from '../problem.ts';

/** Stores every string rewritten by `edit`. */
export const editTexts = (edit: (text: string) => string): Change =>
  editStored(({ name, description }) =>
    description === undefined ? { name: edit(name) } : { name: edit(name), description: edit(description) },
  );

const ENTITIES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const CHARACTERS: { readonly [entity: string]: string } = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);

const BEYOND_BMP = /[\u{10000}-\u{10ffff}]/gu;

export const creatingTextDefects: readonly Defect[] = [
  {
    id: 'text-html-escaped',
    title: 'Stores strings escaped for HTML',
    story: 'A middleware against cross-site scripting rewrites every input.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)),
  },
  {
    id: 'text-tags-stripped',
    title: 'Removes text that looks like a tag',
    story: 'A sanitizer removes everything between angle brackets, and unpaired brackets.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/<[^>]*>|[<>]/g, '')),
  },
  {
    id: 'text-quotes-doubled',
    title: 'Doubles single quotes',
    story: 'Strings are escaped for SQL and then bound as parameters.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll("'", "''")),
  },
  {
    id: 'text-latin-1',
    title: 'Garbles characters beyond ASCII',
    story: 'UTF-8 passes through a connection that is set to Latin-1.',
    requirements: ['create.text'],
    change: editTexts((text) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  {
    id: 'text-emoji-lost',
    title: 'Turns emoji into question marks',
    story: 'The column holds at most three bytes per character.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(BEYOND_BMP, '?')),
  },
  {
    id: 'text-emoji-500',
    title: 'Returns 500 for emoji',
    story: 'The database refuses four-byte characters, and the code does not handle the error.',
    requirements: ['create.text'],
    change: editReading((body, read) => {
      const reading = read(body);
      if (reading.kind !== 'category') return reading;
      const { name, description = '' } = reading.category;
      if ((name + description).search(BEYOND_BMP) === -1) return reading;
      return {
        kind: 'problem',
        problem: problem(500, 'storage_failed', 'The category could not be stored.'),
      };
    }),
  },
  {
    id: 'text-accents-stripped',
    title: 'Removes accents',
    story: 'The routine that makes URL slugs is applied to the names themselves.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .normalize('NFC'),
    ),
  },
  {
    id: 'text-capital-accents-stripped',
    title: 'Removes accents from capital letters',
    story:
      'A font with a fixed line height has only capitals without accents, and strings are mapped to its characters.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text
        .normalize('NFD')
        .replaceAll(/([A-Z])\p{Mn}+/gu, '$1')
        .normalize('NFC'),
    ),
  },
  {
    id: 'text-capitals-of-alphabets-lost',
    title: 'Turns capitals of Greek, Cyrillic and Armenian into lowercase letters',
    story: 'Strings are converted to lowercase for the search, with a rule that skips ASCII and Latin-1.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text.replaceAll(/(?=[\u0370-\u058f])\p{Lu}/gu, (letter) => letter.toLowerCase()),
    ),
  },
  {
    id: 'text-line-feeds-lost',
    title: 'Turns line feeds into spaces',
    story: 'The field was a single line in the first version of the form.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll('\n', ' ')),
  },
  {
    id: 'text-han-transliterated',
    title: 'Drops Chinese characters',
    story: 'A transliteration library converts the characters it knows to Latin and drops the rest.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/\p{Script=Han}/gu, '')),
  },
  {
    id: 'text-boolean-capitalised',
    title: 'Returns the descriptions "true" and "false" as "True" and "False"',
    story: 'The record passes through a configuration language in which true is not a string.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text.replace(/^(?:true|false)$/, (word) => (word === 'true' ? 'True' : 'False')),
    ),
  },
  {
    id: 'text-digits-rounded',
    title: 'Rounds a name that consists of many digits',
    story: 'The column converts strings that look like numbers.',
    requirements: ['create.text'],
    change: editTexts((text) => (/^\d{17,}$/.test(text) ? String(Number(text)) : text)),
  },
  {
    id: 'text-null-lost',
    title: 'Drops the description "null"',
    story: 'A form library sends null as a string, and the server converts it back.',
    requirements: ['create.text'],
    change: editStored(({ name, description }) =>
      description === undefined || description.trim() === 'null' ? { name } : { name, description },
    ),
  },
  {
    id: 'text-nfkc-names',
    title: 'Replaces compatibility characters in names with plain ones',
    story:
      'Names are normalized with NFKC, so that look-alikes are found as duplicates, and are stored in that form.',
    requirements: ['create.text'],
    change: editStored((category) => ({ ...category, name: category.name.normalize('NFKC') })),
  },
  {
    id: 'text-entities-decoded',
    title: 'Decodes HTML entities',
    story:
      'A proxy used to escape requests. The proxy is gone, but the routine that undid its escapes is still there.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity] ?? entity),
    ),
  },
  {
    id: 'text-backslash-removed',
    title: 'Removes backslashes',
    story: 'The framework no longer escapes its input, but the code still removes the escapes.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll('\\', '')),
  },
  {
    id: 'text-backslash-doubled',
    title: 'Doubles backslashes',
    story: 'Strings are escaped for a LIKE pattern before they are stored.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll('\\', '\\\\')),
  },
  {
    id: 'text-backslash-sequences',
    title: 'Returns a backslash followed by n, t or u as the character for which JSON uses that escape',
    story:
      'The log line of the request is read again to rebuild the table, and its strings are decoded twice.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text.replaceAll(/\\(?:[nt]|u[\da-f]{4})/gi, (sequence) => JSON.parse(`"${sequence.toLowerCase()}"`)),
    ),
  },
  {
    id: 'text-joiners-removed',
    title: 'Removes zero-width joiners, so that one emoji becomes two',
    story: 'A filter against spoofed names removes invisible characters.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll('\u200d', '')),
  },
];
