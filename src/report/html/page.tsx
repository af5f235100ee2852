import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import type { Report } from '../model/report.ts';
import { verdictWords } from '../verdict-words.ts';
import { Filter } from './filter.tsx';
import { filterScript } from './filter-script.ts';
import { Findings } from './findings.tsx';
import { FirstScreen } from './first-screen.tsx';
import { Latencies } from './latencies.tsx';
import { LeftOut } from './left-out.tsx';
import { Requirements } from './requirements.tsx';
import { RunFacts } from './run-facts.tsx';
import { style } from './style.ts';
import { Text } from './text.tsx';
import { Timeline } from './timeline.tsx';

/**
 * The report as one HTML document. The content security policy lets nothing in but our own style and script,
 * by their digests: should a text ever get past the escaping, it stays a text.
 */
export function page(report: Report): string {
  const title = `${verdictWords[report.verdict.outcome].toLowerCase()}: ${report.target}`;
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>
          <Text>{title}</Text>
        </title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#requirements">
          Skip to the requirements
        </a>
        <FirstScreen report={report} />
        <main>
          <Filter report={report} />
          <Findings report={report} />
          <Requirements report={report} />
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
