import { isLimiter } from '../support/tiers.ts';
import { expectLegal } from './expect-legal.ts';
import { legalRows } from './runs.ts';

expectLegal(
  'legal limiters',
  legalRows.filter(({ change }) => isLimiter(change)),
);
