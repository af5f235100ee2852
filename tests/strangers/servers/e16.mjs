// META {"legal": true, "what": "lists come from two replicas in turn (0.15 s and 1.5 s behind, in different order, the description later than the name); pets are 410, orders 403 with the key", "mustFail": [], "mayFail": [], "mayWarn": []}
// After unkeyed/unkey#6885 (a read after a write goes to a nearer replica) and hashicorp/terraform-provider-consul#385 ("Root resource was present, but now absent").
// Legal: reading 6 (a new category, and each of its members, may take up to two seconds to show); order of the list is not stated; what pets and orders answer is not shown (reading 1 for the 401).
import { categories, fail, listen, nextId } from './hooked.mjs';

// The primary takes the writes; each list is read from the next replica.
for (const category of categories) category.made = 0;
let turn = 0;
function create(fresh) {
  const category = { id: nextId(), ...fresh };
  categories.push({ ...category, made: Date.now() });
  return category;
}
function list() {
  const slow = turn++ % 2 === 1;
  const nameAfter = slow ? 900 : 150;
  const textAfter = slow ? 1500 : 700;
  const shown = [];
  for (const { made, ...category } of categories) {
    const age = Date.now() - made;
    if (age < nameAfter) continue;
    if (age < textAfter) delete category.description;
    shown.push(category);
  }
  if (slow) shown.sort((a, b) => (a.name < b.name ? -1 : 1));
  else shown.reverse();
  return shown;
}
function pet(req, res, rate) {
  fail(res, 410, 'gone', 'This operation was removed on its sunset date.', rate, { Sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' });
}
function orders(req, res, rate) {
  fail(res, 403, 'plan_too_small', 'Orders are not part of your plan.', rate);
}

listen({ list, create, pet, orders });
