import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { safe } from './parts.tsx';

/**
 * Renders a whole HTML document that loads nothing. Its content security policy allows only the given style and script, by
 * their digests, in case a string ever gets past the escaping.
 */
export function htmlDocument(
  { title, style, script }: { readonly title: string; readonly style: string; readonly script?: string },
  body: ComponentChildren,
): string {
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    ...(script === undefined ? [] : [`script-src '${digest(script)}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{safe(title)}</title>
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        {body}
        {script === undefined ? null : <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
  const text = renderToString(document).replace(commandAtStart, reference);
  return `<!DOCTYPE html>\n${text}\n`;
}

/**
 * What GitHub, GitLab and Buildkite execute at the beginning of a line, if a job prints the page. Bodies can have several
 * lines.
 */
const commandAtStart = /(?::(?=:)|s(?=ection_(?:start|end):)|([~+-])(?=\1\1(?: |$)))(?<=^[ \t]*.)/gm;

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

function digest(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}
