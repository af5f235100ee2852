import { describe, expect, it } from 'vitest';
import { page } from '../../docs/markdown.ts';
import { sectionOf } from '../page-text.ts';
import { sections } from '../phenomena.ts';

const written = page('docs/phenomena.md').split(/\n(?=## )/);

describe('docs/phenomena.md says what the kit says now: `npm run phenomena` writes it again', () => {
  it.each(sections.map((section, index) => [section.title, section, index + 1] as const))(
    '%s',
    async (_title, section, number) => {
      // How many requests meet a gateway at once depends on the machine.
      const counted = (text = '') => text.trimEnd().replace(/\d+ such requests/g, 'some such requests');
      expect(counted(written[number])).toBe(counted(await sectionOf(section, number)));
    },
  );
});
