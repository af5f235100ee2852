// META {"legal": false, "what": "a body with a valid name whose description is an array is refused with 400 but its name is stored (every other fault stores nothing)", "mustFail": ["invalid.nothing-stored"]}
const { add, parse, serve } = require('./plain.cjs');

serve({
  parse(buffer) {
    const given = parse(buffer);
    if (given === 'description must be a text') {
      const { name, description } = JSON.parse(buffer);
      if (Array.isArray(description)) add({ name });
    }
    return given;
  },
});
