// META {"legal": false, "what": "ids count up from 2^53 in doubles: 2^53+1 and the like are rounded, so two creations give the same id", "mustFail": ["create.id-unique"], "mayFail": ["list.ids-unique", "list.complete"]}
import { App, run } from './common.mjs';
run(class extends App { n = 9007199254740992n; newId() { return Number(this.n++); } });
