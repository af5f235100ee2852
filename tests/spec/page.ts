import { needed } from '../../src/cli/requirements.ts';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { sections } from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import type { Documents } from '../docs/written.ts';
import { bodiesText } from '../payloads/bodies-text.ts';

const levels: Readonly<Record<Requirement['level'], string>> = {
  required: 'Required',
  advisory: 'Advisory',
  observed: 'Observed',
  'not-testable': 'Not testable',
};

/** Returns docs/reference/requirements.md: every requirement, how to meet it, and the kinds of invalid bodies. */
export function requirementsDocuments(fc: FastCheck, classes: readonly FaultClass[]): Documents {
  const parts = sections.flatMap(({ title, requirements }) => [`## ${title}`, ...requirements.map(entryOf)]);
  return {
    'docs/reference/requirements.md': `${[
      '<!-- Written by `npm run write -- requirements`. A test compares it with what that command writes. -->',
      '# Requirements',
      `The kit tests these requirements, which it derives from the Pet Store Service interface specification. Each entry says what
the kit expects, what a violation leads to, and how to fix it. Its source is a section of the specification, with a quote where one
sentence states the requirement, or a standard such as RFC 9110. The specification itself is a separate document, which the kit
does not include.`,
      `A violation of a **required** requirement makes a server non-conforming. A violation of an **advisory** one is a warning. For
an **observed** requirement, the kit reports what the server does and does not judge it. The kit cannot test a **not testable**
requirement from outside, and the entry says why. [How the kit judges](../explanation/judging.md) explains the levels and every interpretation.
\`npx petstore-conformance explain ID\` also shows typical mistakes, and examples of conforming and violating responses.
[Kinds of invalid bodies](#kinds-of-invalid-bodies) lists what the kit sends for the requirements about refusing.`,
      ...parts,
      ...bodiesText(fc, classes),
    ].join('\n\n')}\n`,
  };
}

function entryOf({ id, title, level, source, sentence, asked, asks, impact, fix }: Requirement): string {
  const quote = sentence === undefined ? '' : `: “${sentence}”`;
  const says = asks.includes('Tested only');
  const option = asked === undefined || says ? '' : ` (tested only ${needed[asked].words})`;
  const notTestable = level === 'not-testable';
  return [
    `### \`${id}\`\n`,
    `**${escaped(title)}.** ${escaped(asks)}`,
    `- **${levels[level]}.** Source: ${escaped(source)}${escaped(quote)}${option}`,
    `- **${notTestable ? 'Why not' : 'Impact'}:** ${escaped(impact)}`,
    `- **${notTestable || level === 'observed' ? 'Note' : 'How to fix'}:** ${escaped(fix)}`,
  ].join('\n');
}

/** Escapes what Markdown would interpret in the text of a requirement. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, '\\$&');
}
