// Writes data/examples.json for `explain`: real conforming and violating exchanges of every requirement.
import { writeFileSync } from 'node:fs';
import { makeExamples } from '../build/gallery/examples.js';

const file = new URL('../data/examples.json', import.meta.url);
const examples = await makeExamples();
writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
console.log(`${examples.length} examples written to data/examples.json.`);
