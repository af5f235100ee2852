// META {"legal": false, "what": "the gateway answers every valid creation with 504 as HTML although the service stored it (it is in the list)", "mustFail": ["create.created"], "mayFail": ["create.description-optional", "create.text", "create.id", "create.fields", "headers.present"], "mayWarn": ["errors.elsewhere", "http.sheds-load"]}
import { App, run } from './common.mjs';
run(class extends App { send(c, out) { return out.status === 201 ? this.front(c.res, 504, '<h1>Gateway Time-out</h1>') : super.send(c, out); } });
