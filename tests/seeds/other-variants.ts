import { isLimiter } from '../support/tiers.ts';
import { expectLegal } from './expect-legal.ts';
import { legalEntries } from './runs.ts';

expectLegal(
  'other legal servers',
  legalEntries.filter(({ server }) => !isLimiter(server)),
);
