// Custom checks of the pets that server.mjs serves; docs/guides/write-a-check.md explains them.
import {
  check,
  expectStatus,
  invalidBodies,
  isObject,
  jsonOf,
  operation,
  probe,
  request,
  requirement,
  suite,
  unmet,
} from 'petstore-conformance/check';

const createPet = operation('POST', '/pets', { errors: [400] });
const findPets = operation('GET', '/pets');
const readPet = operation('GET', '/pets/{petId}', { errors: [404] });
const deletePet = operation('DELETE', '/pets/{petId}', { errors: [404] });

const required = (id, title, impact) =>
  requirement({ id, level: 'required', title, impact, fix: 'Follow the specification of pets.' });
const missing = { petId: 2n ** 63n - 1n };

/** Makes the request that deletes the pet in a response. */
const remove = (exchange) => {
  const pet = jsonOf(exchange);
  return isObject(pet) ? request(deletePet, { parameters: { petId: pet.id } }) : undefined;
};

const categoryId = 2n ** 62n + 1n;
const sold = probe('pets.created', 'POST /pets', { creates: 1, cleanup: remove }, ({ name }) =>
  request(createPet, { body: { name: name(), categoryId, status: 'sold' } }),
);

const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: {
    name: { type: 'string' },
    categoryId: { type: 'integer', format: 'int64' },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

export default suite('Pets', [
  createPet,
  findPets,
  readPet,
  deletePet,

  required(
    'pets.missing',
    'a pet that does not exist must return 404',
    'Clients mistake it for another pet.',
  ),
  check('pets.missing', 'GET /pets/{petId} with an unknown id', { withoutKey: 1 }, async ({ send }) => {
    expectStatus(await send(() => request(readPet, { parameters: missing })), 404);
    await send(() => request(deletePet, { parameters: missing, credential: 'none' }));
  }),

  required('pets.created', 'a new pet must be stored as it was sent', 'Clients get back different data.'),
  check('pets.created', 'the new pet', { withKey: 0, uses: [sold] }, async (tools) => {
    const created = await tools.probe(sold);
    expectStatus(created, 201);
    const pet = jsonOf(created);
    if (!isObject(pet) || pet.categoryId !== categoryId || pet.status !== 'sold')
      unmet('the pet as it was sent', 'a different pet', 'a new pet is not what was sent');
  }),

  required('pets.found', 'pets must be found by their status', 'Clients miss pets.'),
  check('pets.found', 'GET /pets?status=sold', { uses: [sold] }, async ({ probe: sent, send }) => {
    const created = jsonOf(await sent(sold));
    const found = jsonOf(await send(() => request(findPets, { query: { status: 'sold' } })));
    const ids = Array.isArray(found) ? found.map((pet) => pet.id) : [];
    if (isObject(created) && !ids.includes(created.id))
      unmet('the sold pet', 'none', 'a sold pet is not found');
  }),

  required('pets.deleted', 'a deleted pet must no longer exist', 'Clients cannot remove pets.'),
  check('pets.deleted', 'DELETE /pets/{petId}', { withKey: 3, creates: 1 }, async ({ send, name }) => {
    const created = await send(() => request(createPet, { body: { name: name(), categoryId: 1 } }));
    const { id: petId } = jsonOf(created);
    expectStatus(await send(() => request(deletePet, { parameters: { petId } })), 204);
    expectStatus(await send(() => request(readPet, { parameters: { petId } })), 404);
  }),

  probe('pets.found', 'GET /pets beyond the limit', { beyond: true }, () => request(findPets)),

  required('pets.invalid-body', 'a body that is not a pet must be refused', 'Clients get back invalid pets.'),
  required('pets.invalid-name', 'a name that is not a string must be refused', 'Pets have no name.'),
  required(
    'pets.invalid-category',
    'a categoryId that is not an int64 must be refused',
    'Pets belong to no category.',
  ),
  required('pets.invalid-status', 'an unknown status must be refused', 'No one finds the pet.'),
  invalidBodies(
    {
      '*': 'pets.invalid-body',
      name: 'pets.invalid-name',
      categoryId: 'pets.invalid-category',
      status: 'pets.invalid-status',
    },
    createPet,
    newPet,
    { cleanup: remove },
  ),
]);
