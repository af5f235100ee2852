// META {"legal": true, "what": "ids count down from 2^63-1 by one, alternating with negative ones, all written exactly"}
import { App, run } from './common.mjs';
run(class extends App {
  n = 0n;
  newId() { this.n++; return this.n % 2n ? 9223372036854775807n - this.n : -9007199254740993n - this.n; }
  json(v) { return JSON.stringify(v, (k, x) => typeof x === 'bigint' ? '@@' + x + '@@' : x).replace(/"@@(-?\d+)@@"/g, '$1'); }
});
