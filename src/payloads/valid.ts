import { spell } from './spelling.ts';

/** A NewCategory that no reading of the specification lets a server refuse: letters a to z alone, at most 16. */
export function plainCategory(name: string): Buffer {
  return Buffer.from(JSON.stringify({ name, description: plainDescription }));
}

/** The same category in another spelling: the keys change places, white space and escapes are added. */
export function respelledCategory(name: string, random: () => number): Buffer {
  const spelling = { turned: true, blank: true, escaped: ['description'] } as const;
  return spell({ name, description: plainDescription }, spelling, random);
}

const plainDescription = 'made by a test';

/** The shortest valid category: a plain name alone. */
export function plainCategoryWithoutDescription(name: string): Uint8Array {
  return Buffer.from(JSON.stringify({ name }));
}

/** Whether a category is as plain as the two above; only such ones must be accepted (reading 14). */
export function isPlain(category: { name: string; description?: string }): boolean {
  const { name, description } = category;
  return /^[a-z]{3,16}$/.test(name) && (description === undefined || /^[a-z ]{10,16}$/.test(description));
}

/** Ordinary text of any script (`create.text`). `mark` makes each name unique to the run; `random` draws from 0 to 1. */
export interface TextSample {
  readonly what: string;
  readonly category: (
    mark: string,
    random: () => number,
  ) => { readonly name: string; readonly description: string };
}

export const textSamples: readonly TextSample[] = [
  {
    what: 'quotes, angle brackets and ampersands',
    category: (mark) => ({ name: `${mark} "it's" <b>&amp;</b>`, description: `O'Neil & "Söhne" <i>` }),
  },
  {
    what: 'accents and CJK',
    category: (mark) => ({ name: `${mark} crème Ærø Žluť 犬猫`, description: 'うさぎ 고양이 собака' }),
  },
  {
    what: 'emoji',
    category: (mark) => ({ name: `${mark} 🐕‍🦺 🐈`, description: '👩‍🚀🇩🇪 𝒳' }),
  },
  {
    what: 'a name like a number, a description like a boolean',
    category: (mark) => ({ name: digitsOf(mark), description: 'true' }),
  },
  {
    what: 'a description like null',
    category: (mark) => ({ name: `${mark} n`, description: 'null' }),
  },
];

/** A text of digits alone that is as unique as the letters of the mark. */
function digitsOf(mark: string): string {
  return [...mark]
    .map((letter) => String(letter.charCodeAt(0) - 96).padStart(2, '0'))
    .join('')
    .slice(-18);
}
