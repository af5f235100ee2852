import {
  badDescription,
  badName,
  onBody,
  onDescription,
  onName,
  onObject,
  refuse,
  store,
  weak,
} from './weak.ts';

/** Validators that test truthiness or presence instead of the type. */
export const truthinessValidators = [
  weak({
    id: 'truthy-name',
    title: 'Any truthy name is accepted',
    story: '`if (!body.name)` is the only check; the mapper converts the value to a string.',
    requirements: ['invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":7}',
    judge: onObject((body) =>
      !body.name || badDescription(body.description) ? refuse() : store(body.name, body.description),
    ),
  }),
  weak({
    id: 'truthy-name-alone',
    title: 'Any truthy name is accepted, and any description',
    story: 'A tutorial checks only that the required field is present.',
    requirements: ['invalid.name-type', 'invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":{}}',
    judge: onObject((body) => (body.name ? store(body.name, body.description) : refuse())),
  }),
  weak({
    id: 'falsy-name-skips-type',
    title: 'A name of 0 or false is accepted',
    story: '`name == null` is refused, then `name && typeof name !== "string"`.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":0}',
    judge: onName((name, { description }) =>
      name === null || (name && typeof name !== 'string') ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-nullish-default',
    title: 'A missing or null name becomes an empty string',
    story: '`const name = body.name ?? ""` runs before the type check.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":null}',
    judge: onObject((body) => {
      const name = body.name ?? '';
      return typeof name !== 'string' || badDescription(body.description)
        ? refuse()
        : store(name, body.description);
    }),
  }),
  weak({
    id: 'name-falsy-default',
    title: 'A missing or falsy name becomes Untitled',
    story: '`const name = body.name || "Untitled"` runs before the type check.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{}',
    judge: onObject((body) => {
      const name = body.name || 'Untitled';
      return badName(name) || badDescription(body.description) ? refuse() : store(name, body.description);
    }),
  }),
  weak({
    id: 'spread-defaults',
    title: 'Defaults are merged into any body',
    story: '`{ name: "New category", ...body }` creates a category from anything, even null and arrays.',
    requirements: ['invalid.name-missing', 'invalid.body-type'],
    exposedBy: 'any instance',
    example: 'null',
    judge: onBody((body) => {
      const { name, description } = { ...{ name: 'New category' }, ...body };
      return badName(name) || badDescription(description) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'body-not-empty',
    title: 'Any object with a field is accepted',
    story:
      '`Object.keys(body).length > 0` counts as the required check; types are checked only for present fields.',
    requirements: ['invalid.name-missing'],
    exposedBy: 'any instance',
    example: '{"description":"cat"}',
    judge: onObject((body) => {
      if (Object.keys(body).length === 0) return refuse();
      const wrong = body.name !== undefined && badName(body.name);
      return wrong || badDescription(body.description) ? refuse() : store(body.name, body.description);
    }),
  }),
  weak({
    id: 'description-truthy-checked',
    title: 'A description of 0 or false is accepted',
    story: '`if (description && typeof description !== "string")`.',
    requirements: ['invalid.description-type'],
    exposedBy: 'some values',
    example: '{"name":"cat","description":0}',
    judge: onDescription((description, { name }) =>
      description && typeof description !== 'string' ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'description-false-unset',
    title: 'A description of false is treated as no description',
    story: 'A PHP client sends false if there is none.',
    requirements: ['invalid.description-type'],
    exposedBy: 'some values',
    example: '{"name":"cat","description":false}',
    judge: onDescription((description, { name }) => {
      if (description === false) return store(name);
      return badDescription(description) ? refuse() : store(name, description);
    }),
  }),
  weak({
    id: 'name-unchecked',
    title: 'Only the description is checked',
    story: 'The check of the name was lost in a merge; the column has a default.',
    requirements: ['invalid.name-missing', 'invalid.name-type'],
    exposedBy: 'any instance',
    example: '{"name":{}}',
    judge: onObject((body) =>
      badDescription(body.description) ? refuse() : store(body.name, body.description),
    ),
  }),
];
