import { needed } from '../../src/cli/requirements.ts';
import type { FastCheck, FaultClass } from '../../src/payloads/fault-class.ts';
import { catalog, sections } from '../../src/spec/catalog.ts';
import type { Requirement } from '../../src/spec/requirement.ts';
import { code, type Documents, markdownTable } from '../docs/written.ts';
import { bodiesText } from '../payloads/bodies-text.ts';

/** Returns docs/reference/requirements.md: every requirement, how to meet it, and the kinds of invalid bodies. */
export function requirementsDocuments(fc: FastCheck, classes: readonly FaultClass[]): Documents {
  const parts = sections
    .map(({ title, requirements }) => ({ title, entries: requirements.filter(isJudged).map(entryOf) }))
    .filter(({ entries }) => entries.length > 0)
    .flatMap(({ title, entries }) => [`## ${title}`, ...entries]);
  return {
    'docs/reference/requirements.md': `${[
      '<!-- Written by `npm run write -- requirements`. A test compares it with what that command writes. -->',
      '# Requirements',
      `The kit derives these requirements from the Pet Store Service interface specification. Each entry says what the kit expects, names its
level and its source (a section of the specification, or a standard such as RFC 9110), and says how to fix a violation.
\`npx petstore-conformance explain ID\` also quotes the specification, says why the requirement matters, and shows typical mistakes.`,
      `A server that violates a **required** requirement does not conform. A violation of an **advisory** one is a warning. The kit reports what
it [observes](#observed) without judging it. Some requirements are [not testable](#not-testable) from outside.
[How the kit judges](../explanation/judging.md) explains the levels and every interpretation.`,
      '## Contents',
      contents(),
      ...parts,
      '## Observed',
      listOf('observed'),
      '## Not testable',
      listOf('not-testable'),
      ...bodiesText(fc, classes),
    ].join('\n\n')}\n`,
  };
}

const isJudged = ({ level }: Requirement) => level === 'required' || level === 'advisory';

/** Returns a table that links to every section and requirement. */
function contents(): string {
  const rows = sections.map(({ title, requirements }) => [
    requirements.some(isJudged) ? `[${title}](#${anchorOf(title)})` : title,
    requirements
      .map((one) => `[${code(one.id)}](#${isJudged(one) ? anchorOf(one.id) : one.level})`)
      .join(', '),
  ]);
  const appendix = '[What the kit sends](#kinds-of-invalid-bodies) for the requirements about invalid bodies';
  return markdownTable(['Section', 'Requirements'], [...rows, ['Appendix', appendix]]);
}

const anchorOf = (heading: string) => heading.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

function entryOf({ id, title, level, source, asked, asks, fix }: Requirement): string {
  const name = level === 'required' ? 'Required' : 'Advisory';
  const says = asks.includes('Tested only');
  const option = asked === undefined || says ? '' : ` Tested only ${needed[asked].words}.`;
  return [
    `### ${code(id)}\n`,
    `**${escaped(title)}.** ${escaped(asks)} *${name}. Source: ${escaped(source)}.${option}*`,
    `- **How to fix:** ${escaped(fix)}`,
  ].join('\n');
}

/** Lists the requirements of a level whose requirements no server can violate. */
function listOf(only: Requirement['level']): string {
  return catalog
    .filter(({ level }) => level === only)
    .map(({ id, title, source, asked, asks, impact, fix }) => {
      const option = asked === undefined ? '' : ` Tested only ${needed[asked].words}.`;
      return `- ${code(id)}: **${escaped(title)}.** ${escaped(`${asks} ${impact}`)} *Note:* ${escaped(fix)} *Source: ${escaped(source)}.${option}*`;
    })
    .join('\n');
}

/** Escapes what Markdown would interpret in the text of a requirement. */
function escaped(text: string): string {
  return text.replace(/[\\`*_<>[\]|]/g, '\\$&');
}
