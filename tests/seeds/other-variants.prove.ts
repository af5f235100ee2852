import { isLimiter } from '../support/tiers.ts';
import { expectLegal } from './expect-legal.ts';
import { legalRows } from './runs.ts';

expectLegal(
  'other legal servers',
  legalRows.filter(({ change }) => !isLimiter(change)),
);
