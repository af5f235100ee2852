// META {"legal": false, "what": "a body cut before its last byte is repaired (a brace is added) and stored with 201", "mustFail": ["invalid.body-malformed"]}
import { App, run } from './common.mjs';
run(class extends App { parse(b) { try { return super.parse(b); } catch (e) { return super.parse(Buffer.concat([b, Buffer.from('}')])); } } });
