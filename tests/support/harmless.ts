/** What a terminal would act on, or nobody could see. Line breaks are the only controls that a sink may write. */
const unprintable = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu;
/** What GitHub, GitLab, Buildkite, Azure Pipelines and TeamCity obey, at the beginning of a line or within it. */
const obeyed = /^[ \t]*::|^(?:~~~|\+\+\+|---)(?: |$)|^[ \t]*section_(?:start|end):|##(?:[a-zA-Z]+)?\[/gm;

/** Characters of a text that would act on a terminal or cannot be seen, with what stands around. */
export function unprintableIn(text: string): string[] {
  return around(text, unprintable);
}

/** Places in a text that a build server would obey if it were printed there, with what stands around. */
export function commandsIn(text: string): string[] {
  return around(text, obeyed);
}

function around(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ index }) => text.slice(Math.max(0, index - 30), index + 30));
}
