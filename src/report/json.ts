import { weighJson } from '../json/weigh.ts';
import { jsonPieces, pieceOf } from './json-pieces.ts';
import type { Report } from './model/report.ts';
import { reportBounds } from './model/report-bounds.ts';
import type { Reporter } from './reporter.ts';

/** The report itself, which all other reports can be made from. */
export const json: Reporter = { name: 'json', file: 'report.json', render: reportJson, pieces };

/**
 * The text of report.json. `complete` stands last, whatever the order of the report's own properties: a file
 * that was cut short is no JSON, and one that is JSON says whether the run came to its end. Printed, it can
 * neither move a cursor nor give a command to a build server.
 */
export function reportJson(report: Report): string {
  return [...pieces(report)].join('');
}

function pieces({ complete, ...rest }: Report): Iterable<string> {
  const exchanges = rest.exchanges && readable(rest.exchanges, { ...rest, complete });
  return jsonPieces(exchanges === undefined ? { ...rest, complete } : { ...rest, exchanges, complete });
}

/** Of the exchanges the first that a reader of the report has room for; other reports hold all of them. */
function readable({ kept, leftOut }: Exchanges, report: Report): Exchanges {
  const { exchanges: _, ...others } = report;
  const around = roomOf([...jsonPieces(others)].join(''));
  let { bytes, values } = reportBounds;
  bytes -= around.bytes + roomForCounts;
  values -= around.values + roomForCounts;
  const tooMany = kept.findIndex((one) => {
    const taken = roomOf(pieceOf(one, depthOfExchanges));
    bytes -= taken.bytes;
    values -= taken.values;
    return bytes < 0 || values < 0;
  });
  if (tooMany < 0) return { kept, leftOut };
  return { kept: kept.slice(0, tooMany), leftOut: leftOut + kept.length - tooMany };
}

type Exchanges = NonNullable<Report['exchanges']>;

/** Levels of the layout above an exchange, and what stands around the list of them. */
const depthOfExchanges = 3;
const roomForCounts = 200;

function roomOf(text: string): { readonly bytes: number; readonly values: number } {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, values: weighJson(bytes).values };
}
