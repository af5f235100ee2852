// META {"legal": true, "what": "6000 categories of others are there already (some 700 kB), ids beyond and below zero, names twice"}
import { App, run } from './common.mjs';
run(class extends App { next = 6001; rows = Array.from({ length: 6000 }, (_, i) => ({ id: i % 2 ? -i : i, name: 'Category ' + (i >> 1), description: 'One of very many, ' + 'no more '.repeat(8) })); });
