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

/** Validators that test truth or presence where they should test the type. */
export const truthinessValidators = [
  weak({
    id: 'truthy-name',
    title: 'Any truthy name is accepted',
    story: '`if (!body.name)` is all there is; the mapper makes text of the rest.',
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
    story: 'A tutorial checks that the required field is there and goes on to the insert.',
    requirements: ['invalid.name-type', 'invalid.description-type'],
    exposedBy: 'any instance',
    example: '{"name":"cat","description":{}}',
    judge: onObject((body) => (body.name ? store(body.name, body.description) : refuse())),
  }),
  weak({
    id: 'falsy-name-skips-type',
    title: 'A name of 0 or false is accepted',
    story: '`name == null` is refused, and then `name && typeof name !== "string"`.',
    requirements: ['invalid.name-type'],
    exposedBy: 'some values',
    example: '{"name":0}',
    judge: onName((name, { description }) =>
      name === null || (name && typeof name !== 'string') ? refuse() : store(name, description),
    ),
  }),
  weak({
    id: 'name-nullish-default',
    title: 'A name that is missing or null becomes an empty string',
    story: '`const name = body.name ?? ""` comes before the check of the type.',
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
    title: 'A name that is missing or falsy becomes Untitled',
    story: '`const name = body.name || "Untitled"` comes before the check of the type.',
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
    title: 'Defaults are spread under any body',
    story: '`{ name: "New category", ...body }` makes a category of everything, of null and lists too.',
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
    story: 'Required means `Object.keys(body).length > 0`; types are checked where a field is there.',
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
    title: 'A description of false is accepted and treated as missing',
    story: 'A client in PHP sends false where it has nothing.',
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
