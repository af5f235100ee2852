import type { Change, Defect } from '../change.ts';
import { editReading, editStored } from '../edits.ts';
import { problem } from '../problem.ts';

/** Stores every text rewritten by `edit`. */
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

const BEYOND_BMP = /[\u{10000}-\u{10ffff}]/gu;

export const creatingTextDefects: readonly Defect[] = [
  {
    id: 'text-html-escaped',
    title: 'Texts are stored escaped for HTML',
    story: 'A middleware against scripting rewrites every input.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)),
  },
  {
    id: 'text-tags-stripped',
    title: 'What looks like a tag is removed',
    story: 'A sanitiser removes whatever stands between angle brackets, and brackets left alone.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/<[^>]*>|[<>]/g, '')),
  },
  {
    id: 'text-quotes-doubled',
    title: 'Single quotes are doubled',
    story: 'Texts are escaped for SQL and then bound as parameters.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll("'", "''")),
  },
  {
    id: 'text-latin-1',
    title: 'Texts beyond ASCII are garbled',
    story: 'UTF-8 goes through a connection that is set to Latin-1.',
    requirements: ['create.text'],
    change: editTexts((text) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  {
    id: 'text-emoji-lost',
    title: 'Emoji become question marks',
    story: 'The column holds three bytes for a character.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(BEYOND_BMP, '?')),
  },
  {
    id: 'text-emoji-500',
    title: 'Emoji are answered 500',
    story: 'The database refuses characters of four bytes, and nobody expects it.',
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
    title: 'Accents are removed',
    story: 'The routine that makes addresses out of names is used on the names.',
    requirements: ['create.text'],
    change: editTexts((text) =>
      text
        .normalize('NFD')
        .replaceAll(/\p{Mn}/gu, '')
        .normalize('NFC'),
    ),
  },
  {
    id: 'text-han-transliterated',
    title: 'Chinese characters are lost',
    story: 'A library for Latin script writes what it knows in other letters and drops the rest of them.',
    requirements: ['create.text'],
    change: editTexts((text) => text.replaceAll(/\p{Script=Han}/gu, '')),
  },
  {
    id: 'text-boolean-capitalised',
    title: 'A description that says true comes back as True',
    story: 'The record goes through a configuration language, where true is no text.',
    requirements: ['create.text'],
    change: editTexts((text) => (text === 'true' ? 'True' : text)),
  },
  {
    id: 'text-digits-rounded',
    title: 'A name of many digits comes back rounded',
    story: 'The column takes what looks like a number for one.',
    requirements: ['create.text'],
    change: editTexts((text) => (/^\d{17,}$/.test(text) ? String(Number(text)) : text)),
  },
  {
    id: 'text-null-lost',
    title: 'A description that says null is dropped',
    story: 'A form library sends null as text, and the server takes it back.',
    requirements: ['create.text'],
    change: editStored(({ name, description }) =>
      description === undefined || description.trim() === 'null' ? { name } : { name, description },
    ),
  },
];
