import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { entriesOf, verdictWords } from '../content.ts';
import type { Report } from '../model/report.ts';
import { LeftOut, RunFacts } from './end.tsx';
import { Filter, filterScript } from './filter.tsx';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { Latencies } from './latencies.tsx';
import { text } from './parts.tsx';
import { Requirements } from './requirements.tsx';
import { style } from './style.ts';
import { Timeline } from './timeline.tsx';

/**
 * The report as one HTML document: no network, readable without script, light and dark, on paper and on a phone. The
 * content security policy lets nothing in but our own style and script, by their digests: should a text ever get past
 * the escaping, it stays a text.
 */
export function render(report: Report): string {
  const entries = entriesOf(report);
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{text(`${verdictWords[report.verdict.outcome].toLowerCase()}: ${report.target}`)}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#requirements">
          Skip to the requirements
        </a>
        <FirstScreen report={report} entries={entries} />
        <main>
          <Filter report={report} />
          <Findings report={report} entries={entries} />
          <Requirements entries={entries} />
          <Timeline report={report} />
          <Latencies report={report} />
          <LeftOut report={report} />
          <RunFacts report={report} />
        </main>
        <script dangerouslySetInnerHTML={{ __html: filterScript }} />
      </body>
    </html>
  );
  return `<!DOCTYPE html>\n${renderToString(document)}\n`;
}

const policy = [
  "default-src 'none'",
  `style-src '${digest(style)}'`,
  `script-src '${digest(filterScript)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
