/** The comment on a body in the kit's own recordings that is incomplete. */
export const partialBody = 'only part of the body';
