import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requirementsVersion } from '../../src/spec/catalog.ts';
import { page, root } from '../docs/markdown.ts';

const [, newest = ''] = page('CHANGELOG.md').split(/^## /m);

it('the changelog begins with this version, its date or "not released yet", and the requirements version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [heading, , ...text] = newest.split('\n');
  expect(heading).toMatch(/^[\d.]+, (?:not released yet|\d{4}-\d\d-\d\d)$/);
  expect(heading?.split(',')[0]).toBe(version);
  expect(text.join('\n')).toContain(`Requirements ${requirementsVersion}.`);
});
