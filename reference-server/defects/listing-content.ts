import type { Category } from '../categories.ts';
import type { Change, Defect } from '../changes/change.ts';
import { editList, editResponses, isObject, responsesOf } from '../changes/edits.ts';
import { mapHeader, withHeader, withoutHeader } from '../changes/headers.ts';
import { type Json, written } from '../json.ts';

const listed = responsesOf('listCategories', 200);

/** Rewrites each listed category; the 201 stays correct. */
const editListed =
  (edit: (category: Category, json: { readonly [name: string]: Json | undefined }) => Json): Change =>
  (parts) => ({
    categoryJson: (category, place) => {
      const json = parts.categoryJson(category, place);
      return place === 'list' && isObject(json) ? edit(category, json) : json;
    },
  });

/** Servers whose list, or an element of it, is wrong. */
export const listingContentDefects: readonly Defect[] = [
  {
    id: 'list-holds-broken-row',
    title: 'Lists a row stored before validation existed, with a number as the description',
    story: 'The validation is new, and the old rows were not migrated.',
    requirements: ['list.category'],
    change: editList((items) => [{ id: 900_001, name: 'parrot', description: 53_162 }, ...items]),
  },
  {
    id: 'list-ids-text',
    title: 'Lists ids as strings',
    story: 'The list query bypasses the mapper, and the driver returns 64-bit integers as strings.',
    requirements: ['list.category'],
    change: editListed((category, json) => ({ ...json, id: String(category.id) })),
  },
  {
    id: 'list-digits-as-number',
    title: 'Lists a name that consists of digits as a number',
    story: 'The list is exported through a spreadsheet whose cells guess their types.',
    requirements: ['list.category'],
    change: editListed((category, json) =>
      /^\d+$/.test(category.name) ? { ...json, name: written(category.name.replace(/^0+(?=\d)/, '')) } : json,
    ),
  },
  {
    id: 'list-description-missing-as-null',
    title: 'Lists a missing description as null',
    story: 'The database produces the JSON of the list, and the server produces the JSON of the 201.',
    requirements: ['list.category'],
    change: editListed((category, json) => ({ ...json, description: category.description ?? null })),
  },
  {
    id: 'list-newest-twice',
    title: 'Lists the newest category twice',
    story: 'Pending and written rows are merged, and for a moment a row is in both.',
    requirements: ['list.ids-unique'],
    change: editList((items) => [...items, ...items.slice(-1)]),
  },
  {
    id: 'list-names-lower-case',
    title: 'Lists names in lowercase',
    story: 'The list is read from the search index, which folds case.',
    requirements: ['list.complete'],
    change: editListed((category, json) => ({ ...json, name: category.name.toLowerCase() })),
  },
  {
    id: 'list-ids-of-another-table',
    title: 'Lists ids that differ from those in the 201',
    story: 'A join returns two columns named id, and the last one wins.',
    requirements: ['list.complete'],
    change: editListed((category, json) => ({ ...json, id: 1_000_000n + category.id })),
  },
  {
    id: 'list-as-text',
    title: 'Sends the list as text/plain',
    story: 'The body is written as a string with the default type.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) =>
      mapHeader(response, 'Content-Type', () => 'text/plain; charset=utf-8'),
    ),
  },
  {
    id: 'list-repeated-as-bytes',
    title: 'Sends lists as application/octet-stream from the third list on',
    story: 'Later lists come from a cache that keeps bodies without their type.',
    requirements: ['list.media-type'],
    change: (parts, tools) => {
      let lists = 0;
      return editResponses(listed, (response) => {
        lists += 1;
        return lists < 3 ? response : mapHeader(response, 'Content-Type', () => 'application/octet-stream');
      })(parts, tools);
    },
  },
  {
    id: 'list-type-missing',
    title: 'Sends the list without Content-Type',
    story: 'The body is streamed past the code that sets the header.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) => withoutHeader(response, 'Content-Type')),
  },
  {
    id: 'list-links-onward',
    title: 'Links from the list to a next page',
    story: "The framework's paging is on although the list is complete.",
    requirements: ['list.page-marks'],
    change: editResponses(listed, (response) =>
      withHeader(response, 'Link', '</v1/categories?page=2>; rel="next"'),
    ),
  },
  {
    id: 'list-total-above',
    title: 'Sends X-Total-Count greater than the number of elements',
    story: 'Soft-deleted categories are counted but not listed.',
    requirements: ['list.page-marks'],
    change: editResponses(listed, (response) => withHeader(response, 'X-Total-Count', '10000')),
  },
];
