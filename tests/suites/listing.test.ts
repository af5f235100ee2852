import { describe, expect, test } from 'vitest';
import { createCreations } from '../../src/created/creations.ts';
import { createBan } from '../../src/limiter/ban.ts';
import type { HeaderLine } from '../../src/model/exchange.ts';
import listing from '../../suites/listing.ts';
import { answered, cutOff, type Told } from '../support/answers.ts';
import { judged, type Known } from './judged.ts';

const json: HeaderLine = ['Content-Type', 'application/json'];
const said = (row: string, body: string, also: Partial<Told> = {}, known?: Known) =>
  judged(listing, row, answered({ at: 0, body, headers: [json], ...also }), known);

const rows = ['list.category', 'list.ids-unique', 'list.media-type', 'list.page-marks'];

test.each(rows)('%s is asked of lists alone', (row) => {
  expect(said(row, '[{"id":1,"name":"a"},{"id":2,"name":"b"}]')).toBe('met');
  expect(said(row, '[]', { status: 404 })).toBe('not asked');
  expect(said(row, '[]', { request: { presentation: 'none' } })).toBe('not asked');
  expect(said(row, '{"id":1}')).toBe(row === 'list.media-type' ? 'met' : 'not judged: see list.ok');
  expect(said(row, '[')).toBe('not judged: see list.ok');
});

describe('GET /categories', () => {
  test('is a JSON array', () => {
    expect(said('list.ok', '[]')).toBe('met');
    expect(said('list.ok', '[')).toMatch(
      /^expected a JSON array, received a body that is not JSON .+: the list is no JSON$/,
    );
    expect(said('list.ok', '{}')).toMatch(/^expected a JSON array, received .+: the list is no array$/);
    expect(said('list.ok', '[]', { status: 500 })).toBe(
      'expected status 200, received status 500: answered 500',
    );
    expect(judged(listing, 'list.ok', { ...cutOff(0), attempt: 2 })).toMatch(/no answer \(cut\)$/);
  });

  test('is for another row to judge where the key is refused', () => {
    expect(said('list.ok', '[]', { status: 401 })).toBe('not judged: see auth.key-accepted');
  });

  test('is not judged while the key looks banned', () => {
    const ban = { ...createBan(), shownBy: () => answered({ at: 0 }) };
    expect(said('list.ok', '[', {}, { ban })).toMatch(/^not judged: .*ban/);
  });

  test('is not judged where what was let in breaks it', () => {
    const creations = { ...createCreations('kit'), letIn: () => 'invalid.name-type' };
    const letIn = 'not judged: see invalid.name-type: what it let in is in the list';
    expect(said('list.ok', '{}', {}, { creations })).toBe(letIn);
    expect(said('list.ok', '', { status: 500 }, { creations })).toBe(letIn);
    expect(said('list.ok', '[]', {}, { creations })).toBe('met');
  });
});

describe('an element', () => {
  test('is a Category', () => {
    expect(said('list.category', '[]')).toBe('not judged: no category was listed');
    expect(said('list.category', '[{"id":"1","name":"a"},{"id":2,"name":"b"},{"id":"3","name":7}]')).toMatch(
      /^expected Categories: .+, received id is string, .+ \(2 of 3\); name is number, .+ \(1 of 3\): id is string, .+; name is number, .+$/,
    );
    expect(said('list.category', '[7]')).toMatch(/: an element is number, not .+$/);
  });

  test('is not judged where a mistake of another row let it in', () => {
    const creations = { ...createCreations('kit'), isConsequence: () => true };
    expect(said('list.category', '[{"id":"1"}]', {}, { creations })).toBe('met');
    expect(said('list.category', '[7]', {}, { creations })).toMatch(/^expected/);
  });

  test('has an id of its own', () => {
    expect(said('list.ids-unique', '[{"id":1},{"id":2},{"id":1},{"id":1}]')).toBe(
      'expected a different id for each element, received 2 of 4 ids stand twice: two elements share an id',
    );
    const few = 'not judged: fewer than two categories with an int64 id were listed';
    expect(said('list.ids-unique', '[{"id":1}]')).toBe(few);
    expect(said('list.ids-unique', '[{"id":1},{"id":"1"},7]')).toBe(few);
  });
});

describe('the list is whole', () => {
  const marked = (name: string, value: string) =>
    said('list.page-marks', '[{"id":1},{"id":2}]', { headers: [[name, value]] });
  const part = (mark: string) =>
    `expected all categories in one answer, received ${mark}: the list is marked as a part`;

  test.each([
    '</v1/categories?page=2>; rel="next"',
    '<x>; rel=next',
    '<x>; REL = "last next"',
    '<y>; rel="prev", <x>; rel=next',
  ])('but with the Link %s', (link) => expect(marked('Link', link)).toBe(part('a Link to a next page')));

  test.each(['<x>; rel="prev"', '<x>; rel="nextpage"', '<next>; rel=self', 'next'])(
    'also with %s',
    (link) => {
      expect(marked('Link', link)).toBe('met');
    },
  );

  test.each(['X-Total-Count', 'X-Total', 'Total-Count'])(
    'but with %s above the number of elements',
    (name) => {
      expect(marked(name, '3')).toBe(part(`${name} above the number of elements`));
      for (const value of ['2', '0', 'x3', '3x', '']) expect(marked(name, value)).toBe('met');
    },
  );

  test('but with a Content-Range above it', () => {
    const range = part('a Content-Range with a total above the number of elements');
    expect(marked('Content-Range', 'items 0-1/3')).toBe(range);
    for (const value of ['items 0-1/2', 'items 0-1/*', 'items 0-1/3x', '3'])
      expect(marked('Content-Range', value)).toBe('met');
  });
});

test('the list is application/json', () => {
  expect(said('list.media-type', '[]', { headers: [['Content-Type', 'text/html']] })).toBe(
    'expected the media type application/json, received "text/html": the Content-Type is another',
  );
});
