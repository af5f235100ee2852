import type { Category } from '../categories.ts';
import type { Change, Defect } from '../change.ts';
import { editList, editResponses, responsesOf } from '../edits.ts';
import { isObject, type Json, written } from '../json.ts';
import { mapHeader, withHeader, withoutHeader } from '../response.ts';

const listed = responsesOf('listCategories', 200);

/** Rewrites each listed category; the 201 stays right. */
const editListed =
  (edit: (category: Category, json: { readonly [name: string]: Json | undefined }) => Json): Change =>
  (parts) => ({
    categoryJson: (category, place) => {
      const json = parts.categoryJson(category, place);
      return place === 'list' && isObject(json) ? edit(category, json) : json;
    },
  });

/** Wrong lists and wrong elements. */
export const listingContentDefects: readonly Defect[] = [
  {
    id: 'list-holds-broken-row',
    title: 'The list holds a row from before validation, with a number as description',
    story: 'The validation is new, and nobody migrated the old rows.',
    requirements: ['list.category'],
    change: editList((items) => [{ id: 900_001, name: 'parrot', description: 53_162 }, ...items]),
  },
  {
    id: 'list-ids-text',
    title: 'Listed ids are text',
    story: 'The query for the list goes past the mapper, and the driver returns 64-bit numbers as text.',
    requirements: ['list.category'],
    change: editListed((category, json) => ({ ...json, id: String(category.id) })),
  },
  {
    id: 'list-digits-as-number',
    title: 'A name of digits is listed as a number',
    story: 'The list is exported through a table whose cells guess their types.',
    requirements: ['list.category'],
    change: editListed((category, json) =>
      /^\d+$/.test(category.name) ? { ...json, name: written(category.name.replace(/^0+(?=\d)/, '')) } : json,
    ),
  },
  {
    id: 'list-description-missing-as-null',
    title: 'The list shows a missing description as null',
    story: 'The list is written by the database, the 201 by the service.',
    requirements: ['list.category'],
    change: editListed((category, json) => ({ ...json, description: category.description ?? null })),
  },
  {
    id: 'list-newest-twice',
    title: 'The newest category stands in the list twice',
    story: 'What is not written yet is added to what is, and for a moment it is in both.',
    requirements: ['list.ids-unique'],
    change: editList((items) => [...items, ...items.slice(-1)]),
  },
  {
    id: 'list-names-lower-case',
    title: 'The list shows names in lower case',
    story: 'The list is read from the index for searching, which folds them.',
    requirements: ['list.complete'],
    change: editListed((category, json) => ({ ...json, name: category.name.toLowerCase() })),
  },
  {
    id: 'list-ids-of-another-table',
    title: 'The list shows other ids than the 201',
    story: 'A join returns two columns called id, and the last one wins.',
    requirements: ['list.complete'],
    change: editListed((category, json) => ({ ...json, id: 1_000_000n + category.id })),
  },
  {
    id: 'list-as-text',
    title: 'The list is text/plain',
    story: 'The body is written as a string and the type left to a default.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) =>
      mapHeader(response, 'Content-Type', () => 'text/plain; charset=utf-8'),
    ),
  },
  {
    id: 'list-repeated-as-bytes',
    title: 'From the third on, lists are application/octet-stream',
    story: 'They come from a cache that keeps bodies and forgets their type.',
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
    title: 'The list has no Content-Type',
    story: 'The body is streamed, and the header was left to the part that is not called then.',
    requirements: ['list.media-type'],
    change: editResponses(listed, (response) => withoutHeader(response, 'Content-Type')),
  },
  {
    id: 'list-links-onward',
    title: 'The list links to a next page',
    story: 'The paging of the framework is on although everything is sent.',
    requirements: ['list.page-marks'],
    change: editResponses(listed, (response) =>
      withHeader(response, 'Link', '</v1/categories?page=2>; rel="next"'),
    ),
  },
  {
    id: 'list-total-above',
    title: 'X-Total-Count is above the number of elements',
    story: 'Categories that are marked as deleted are counted and not shown.',
    requirements: ['list.page-marks'],
    change: editResponses(listed, (response) => withHeader(response, 'X-Total-Count', '10000')),
  },
];
