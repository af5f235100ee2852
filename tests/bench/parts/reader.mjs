import { parse } from 'lossless-json';
import { readJson } from '../../../build/src/json/read.js';
import { measureInTurn, processorSeconds, ratioOf } from '../spread.mjs';
import { spreadCells, spreadHead, table, tenths } from '../table.mjs';

const name = 'reader';
const title = 'The JSON reader';

const category = (id) => ({ id, name: `category ${id}`, description: 'Dogs, cats and "other" animals é 犬' });
const bodies = {
  'an Error': { code: 'name_missing', message: 'The field "name" is required.' },
  'a list of 20 categories': Array.from({ length: 20 }, (_, id) => category(id)),
  'a list of 1,000 categories': Array.from({ length: 1_000 }, (_, id) => category(id)),
};
/** The number of bytes that each reader parses per repetition. */
const enough = 4_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Measures how long the kit's reader takes compared with other readers. All of them strictly decode the same bytes. */
async function measure() {
  const ratios = [];
  for (const [what, body] of Object.entries(bodies)) {
    const bytes = Buffer.from(JSON.stringify(body));
    const timeOf = (read) => () =>
      processorSeconds(() => {
        for (let done = 0; done < enough; done += bytes.length) read();
      });
    const { ours, standard, lossless } = await measureInTurn({
      ours: timeOf(() => readJson(bytes)),
      standard: timeOf(() => JSON.parse(decoder.decode(bytes))),
      lossless: timeOf(() => parse(decoder.decode(bytes))),
    });
    ratios.push({ what, toStandard: ratioOf(ours, standard), toLossless: ratioOf(ours, lossless) });
  }
  return ratios;
}

const goals = () => [];

function text(ratios) {
  const rows = ratios.flatMap(({ what, toStandard, toLossless }) => [
    [`${what}, compared with \`JSON.parse\``, ...spreadCells(toStandard, tenths)],
    [`${what}, compared with lossless-json`, ...spreadCells(toLossless, tenths)],
  ]);
  return `Time of the kit's \`readJson\`, divided by that of others for the same bytes, decoded strictly. Lower is better, and 1.0 is equal.
\`readJson\` keeps every digit of a number and every repeated name, and reports the position of an error in invalid JSON.
\`JSON.parse\` does none of that, and lossless-json only keeps the digits.

${table(['Body', ...spreadHead], rows)}`;
}

export const readerPart = { name, title, measure, goals, text };
