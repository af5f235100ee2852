// META {"legal": true, "what": "texts are trimmed and kept in NFD, a missing description comes back as one constant text, the 201 has a Location and more members"}
import { App, run } from './common.mjs';
run(class extends App {
  insert(v, c) { return super.insert({ name: v.name.trim().normalize('NFD'), description: v.description === undefined ? 'No description yet.' : v.description.trim().normalize('NFD') }, c); }
  created(row) { return { status: 201, headers: { Location: '/v1/categories/' + row.id }, body: { ...row, slug: row.name.toLowerCase(), links: { self: 'x' } } }; }
});
