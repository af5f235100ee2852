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
/** Bytes that each reader reads in each repetition. */
const enough = 4_000_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** How many times as long our reader takes as others do with the same bytes, which they have decoded strictly. */
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
    [`${what}, beside \`JSON.parse\``, ...spreadCells(besideStandard, tenths)],
    [`${what}, beside lossless-json`, ...spreadCells(besideLossless, tenths)],
  ]);
  return `How many times as long \`readJson\` takes as others do with the same bytes, decoded strictly. It keeps every digit of a number
and every name that stands twice, and tells where a text goes wrong. \`JSON.parse\` does none of that, lossless-json the first.

${table(['Body', ...spreadHead], rows)}`;
}

export const readerPart = { name, title, measure, goals, text };
