// META {"legal": false, "what": "lists only the ten oldest categories, without a sign of pagination; eight exist at the start", "mustFail": ["list.complete"]}
import { App, run } from './common.mjs';
run(class extends App {
  rows = ['Dog', 'Cat', 'Rabbit', 'Bird', 'Fish', 'Horse', 'Mouse', 'Snake'].map((name, i) => ({ id: i + 1, name })); next = 9;
  list() { return { status: 200, headers: {}, body: this.rows.slice(0, 10) }; }
});
