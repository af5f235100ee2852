/** What a user has to add to a plain run, so that a row is looked at. */
export const askedWords = {
  description: 'with --description',
  plan: 'with --plan',
  thorough: 'with --profile thorough',
  concurrency: 'with --concurrency above 1',
} as const;
