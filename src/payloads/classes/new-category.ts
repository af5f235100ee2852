import { schemas } from '../../spec/schemas.ts';
import type { Body } from './of-schema.ts';

/** The body of POST /categories. */
export const newCategory: Body = {
  schema: schemas.NewCategory as Body['schema'],
  resource: 'category',
  synonyms: { name: ['title', 'label'] },
  rowOf: (fault, member) => {
    if (fault === 'null') return { requirement: 'invalid.either', group: 'null description' };
    if (member === undefined)
      return { requirement: `invalid.body-${fault.replace('body ', '')}`, group: fault as 'empty' };
    return { requirement: `invalid.${member}-${fault}`, group: `${member} ${fault}` as 'name type' };
  },
};
