import type { Report } from '../model/report.ts';
import type { Reporter } from './reporter.ts';

/**
 * What JSON may hold as it is, and a terminal or a build server should not be shown when somebody prints the
 * file: DEL and C1 controls, bidi controls, what has no width, line separators, and the second `#` of a command such as `##vso[`. As an escape each of them means the same.
 */
const unprintable =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|(?<=#)#(?=[a-z]{0,20}\[)/gi;
const tags = /[\u{e0000}-\u{e0fff}]/gu;

/** The report itself, which all other reports can be made from. */
export const json: Reporter = { name: 'json', file: 'report.json', render: reportJson };

/**
 * The text of report.json. `complete` stands last, whatever the order of the report's own properties: a file
 * that was cut short is no JSON, and one that is JSON says whether the run came to its end. Printed, it can
 * neither move a cursor nor give a command to a build server.
 */
export function reportJson(report: Report): string {
  const { complete, ...rest } = report;
  const text = JSON.stringify({ ...rest, complete }, null, 2);
  return `${text.replace(unprintable, escapeUnits).replace(tags, escapeUnits)}\n`;
}

function escapeUnits(text: string): string {
  let escaped = '';
  for (let at = 0; at < text.length; at++)
    escaped += `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return escaped;
}
