import { printableWhole } from '../../text/shown.ts';

/**
 * A text as the content of an element, its line breaks kept: what XML cannot hold, nobody could see, or a build
 * server would obey stands as `\u{1b}`.
 */
export function xmlText(text: string): string {
  return text.split('\n').map(xmlLine).join('\n');
}

/** A text as the value of an attribute, for double quotes. */
function xmlAttribute(text: string): string {
  return xmlLine(text).replaceAll('"', '&quot;');
}

function xmlLine(text: string): string {
  return printableWhole(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** An element with its attributes escaped; `content` is XML already. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${xmlAttribute(String(value))}"`,
  );
  const open = `<${name}${written.join('')}`;
  return content.length === 0 ? `${open}/>` : `${open}>${content.join('\n')}</${name}>`;
}
