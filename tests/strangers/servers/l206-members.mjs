// META {"legal": true, "what": "categories and errors carry further members named __proto__, constructor, hasOwnProperty, toString, code, status, parent and the like whose values would be wrong for the specified fields, and error messages are prose that looks like SQL or paths", "mayWarn": []}
import { serve, plainCategory } from './core.mjs';
const before = '"__proto__":{"id":"none","name":7,"description":7,"status":"x","code":null,"message":[]},"constructor":{"name":5},"hasOwnProperty":false,"toString":null,"valueOf":0,"toJSON":1,"then":true,"length":0,';
const text = {
  unauthorized: 'Select a valid key from your account page and insert it into the Authorization header, see https://petstore.example/home/docs/errors.html#key:12:5',
  name_required: 'Select a name from 1 to 255 characters and insert it into the field "name" (at $.name, line 1, column 1).',
  name_invalid: 'Update the name, set it to text (at $.name): it is where an array, an object or a number was found.',
  description_invalid: 'Delete the description from the body or set it to text (at /description).',
};
serve({
  category: (c) => '{' + before + '"status":"active","code":7,"message":null,"error":null,"errors":[],"parent":{"id":null,"name":null,"description":[],"parent":null},' + plainCategory(c).slice(1),
  error: (status, code, message) => '{' + before.replace('"status":"x"', '"status":500') + `"id":null,"name":0,"description":false,"errors":[{"code":1,"message":null,"status":"bad"}],"cause":{"code":null,"status":500},"code":${JSON.stringify(code)},"message":${JSON.stringify(text[code] ?? message)},"status":${status}}`,
});
