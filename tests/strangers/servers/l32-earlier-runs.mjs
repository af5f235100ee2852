// META {"legal": true, "what": "the list holds what other clients and earlier runs of a kit left: names beginning kitqz with broken descriptions (numbers, null), ids 2^53+1 and 2^53+2, odd texts of others"}
import { App, run } from './common.mjs';
const old = ['{"id":1,"name":"Dog","description":"Bow \\u0000 \\"wow\\""}', '{"id":2,"name":"","description":""}', '{"id":3,"name":"kitqzabcdeaaab","description":17}',
  '{"id":4,"name":"kitqzabcdeaaac","description":null}', '{"id":9007199254740993,"name":"kitqzvwxyzaaad kitqzvwxyzaaad"}', '{"id":9007199254740994,"name":"Dog"}',
  '{"id":7,"name":["kitqzvwxyzaaae"]}', '{"id":8,"name":{"name":"kitqzvwxyzaaaf"},"description":false}', '{"id":-9,"name":"kitqz","description":"cat <b>&amp;</b> \\ud83d\\ude00"}'];
run(class extends App {
  next = 100;
  json(v, c) { return Array.isArray(v) && c.path === '/v1/categories' ? '[' + [...old, ...v.map(r => JSON.stringify(r))].join(',') + ']' : JSON.stringify(v); }
});
