/** What no XML 1.0 document may hold, escaped or not: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
/** Legal in XML, and unseen or misleading where it is shown: other controls, bidi, zero width, separators. */
const unseen = /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu;

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** A text as the content of an element: what XML cannot hold, or nobody could see, stands as `\u{1b}`. */
export function xmlText(text: string): string {
  return text
    .replace(notXml, escapeCharacter)
    .replace(unseen, escapeCharacter)
    .replaceAll('\r', '\\r')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** A text as the value of an attribute, for double quotes. */
function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
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
