// META {"legal": false, "what": "a creation within 5 s of the last one whose first 13 characters are the same is taken for a double submit: 201 with the earlier category", "mustFail": ["create.id-unique"], "mayFail": ["create.fields", "create.text", "list.complete", "create.created", "create.description-optional"]}
const { add, send, serve } = require('./plain.cjs');

let last = null;
serve({
  create(res, rate, given) {
    const start = given.name.slice(0, 13);
    const isDouble = last && Date.now() - last.at < 5000 && start === last.category.name.slice(0, 13);
    if (!isDouble) last = { at: Date.now(), category: add(given) };
    send(res, rate, 201, last.category);
  },
});
