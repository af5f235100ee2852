/**
 * Characters that a terminal acts on or that are invisible. Line breaks are the only control characters that output may
 * contain.
 */
const unprintable = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;
/** Commands to GitHub, GitLab, Buildkite, Azure Pipelines and TeamCity, at the start of a line or inside it. */
const obeyed = /^[ \t]*::|^(?:~~~|\+\+\+|---)(?: |$)|^[ \t]*section_(?:start|end):|##(?:[a-zA-Z]+)?\[/gm;

/** Finds characters that a terminal acts on or that are invisible, each with its surroundings. */
export function unprintableIn(text: string): string[] {
  return around(text, unprintable);
}

/** Finds pieces of text that a build server would run as commands, each with its surroundings. */
export function commandsIn(text: string): string[] {
  return around(text, obeyed);
}

function around(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30));
}
