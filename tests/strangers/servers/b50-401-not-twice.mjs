// META {"legal": false, "what": "returns 401 to one in twelve requests with the valid key (a replica without it)", "mustFail": ["auth.key-accepted"], "mayFail": ["list.ok", "create.created", "create.description-optional", "create.text", "create.fields", "list.complete", "invalid.name-missing", "invalid.name-type", "invalid.description-type", "invalid.body-type", "invalid.body-malformed", "invalid.body-bytes", "invalid.body-empty"]}
import { App, run } from './common.mjs';
run(class extends App { n = 0; auth(req) { return super.auth(req) && ++this.n % 12 !== 0; } });
