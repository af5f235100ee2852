// META {"legal": false, "what": "malformed JSON meets the framework: 400 as HTML (with headers)", "mustFail": ["errors.shape"], "mayFail": ["errors.status", "errors.media-type"]}
import { App, run } from './common.mjs';
run(class extends App {
  bad(m, c) { return m.includes('not JSON') ? { status: 400, headers: { 'Content-Type': 'text/html; charset=utf-8' }, raw: '<!DOCTYPE html><pre>Bad Request</pre>' } : super.bad(m, c); }
});
