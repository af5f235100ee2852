// META {"legal": true, "what": "errors carry a stack trace with file paths, JSON names twice, and a 404 of another shape: warnings alone", "mayWarn": ["errors.no-internals", "http.json-clean", "errors.elsewhere"]}
import { App, run } from './common.mjs';
run(class extends App {
  notFound() { return { status: 404, headers: {}, body: { error: 'nothing here' } }; }
  json(v) { return v?.code ? `{"status":${v.status},"stack":${JSON.stringify(new Error('x').stack)},"status":${v.status},"code":"${v.code}","message":"${v.message}"}` : JSON.stringify(v); }
});
