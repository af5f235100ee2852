import type { Member } from '../../src/kit/suite.ts';

/** Names a member as the page does. */
export function memberName({ requirement, title }: Pick<Member, 'requirement' | 'title'>): string {
  return `${requirement}: ${title}`;
}

/** Members that nothing in the gallery misses, in the order of the suites, and why they stay. */
export const secondWitnesses: Readonly<Record<string, string>> = {};
