import { parse } from 'lossless-json';
import { readJson } from '../../build/src/json/read.js';
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
/** Bytes that each reader parses per repetition. */
const enough = 4_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Measures how many times as long our reader takes as others. All decode the same bytes strictly. */
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
    ratios.push({ what, besideStandard: ratioOf(ours, standard), besideLossless: ratioOf(ours, lossless) });
  }
  return ratios;
}

const goals = () => [];

function text(ratios) {
  const rows = ratios.flatMap(({ what, besideStandard, besideLossless }) => [
    [`${what}, compared with \`JSON.parse\``, ...spreadCells(besideStandard, tenths)],
    [`${what}, compared with lossless-json`, ...spreadCells(besideLossless, tenths)],
  ]);
  return `\`readJson\` keeps every digit of a number and every repeated name, and reports where a syntax error is. \`JSON.parse\` does none
of that; lossless-json keeps the digits. The numbers say how many times as long \`readJson\` takes with the same bytes, decoded
strictly (lower is better):

${table(['Body', ...spreadHead], rows)}`;
}

export const readerPart = { name, title, measure, goals, text };
