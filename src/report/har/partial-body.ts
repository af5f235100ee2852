/** The comment on a body in the kit's own recordings that is incomplete. */
export const partialBody = 'only part of the body';

/** The same comment in recordings of kit 0.1. */
export const partialBodyBefore = 'only a part of what came';
