import { jsonPieces } from './json-pieces.ts';
import type { Report } from './model/report.ts';
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
  return jsonPieces({ ...rest, complete });
}
