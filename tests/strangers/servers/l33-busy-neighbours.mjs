// META {"legal": true, "what": "others create and remove categories all the time with ids from the same counter, the list comes in another order each time, and a new category shows after 1.8 s"}
import { App, run } from './common.mjs';
run(class extends App {
  constructor() { super(); setInterval(() => {
    const mine = this.rows.filter(r => r.other);
    if (mine.length > 5) this.rows.splice(this.rows.indexOf(mine[0]), 1);
    const row = this.insert({ name: 'dog', description: 'of a neighbour' });
    Object.defineProperty(row, 'other', { value: true });
  }, 70).unref(); }
  insert(v, c) { const r = super.insert(v, c); Object.defineProperty(r, 'at', { value: Date.now() }); return r; }
  list() { return { status: 200, headers: {}, body: this.rows.filter(r => Date.now() - r.at > 1800).sort(() => Math.random() - 0.5) }; }
});
