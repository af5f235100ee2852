import type { Variant } from '../changes/change.ts';
import { bucketVariants } from './buckets.ts';
import { cacheVariants } from './caches.ts';
import { categoryVariants } from './categories.ts';
import { clockVariants } from './clocks.ts';
import { codingVariants } from './codings.ts';
import { concurrencyVariants } from './concurrency.ts';
import { countingVariants } from './counting.ts';
import { creatingVariants } from './creating.ts';
import { errorVariants } from './errors.ts';
import { fieldLimitVariants } from './field-limits.ts';
import { headerVariants } from './headers.ts';
import { httpVariants } from './http.ts';
import { idVariants } from './ids.ts';
import { leftoverVariants } from './leftovers.ts';
import { limiterVariants } from './limiters.ts';
import { listingVariants } from './listing.ts';
import { quotaVariants } from './quotas.ts';
import { refusalVariants } from './refusals.ts';
import { transientFailureVariants } from './transient-failures.ts';
import { unspecifiedVariants } from './unspecified.ts';
import { validationVariants } from './validation.ts';

/** Servers that differ from the reference server and conform to the specification. */
export const variants: readonly Variant[] = [
  ...limiterVariants,
  ...quotaVariants,
  ...bucketVariants,
  ...countingVariants,
  ...refusalVariants,
  ...concurrencyVariants,
  ...headerVariants,
  ...clockVariants,
  ...categoryVariants,
  ...idVariants,
  ...listingVariants,
  ...leftoverVariants,
  ...validationVariants,
  ...fieldLimitVariants,
  ...creatingVariants,
  ...errorVariants,
  ...httpVariants,
  ...codingVariants,
  ...transientFailureVariants,
  ...unspecifiedVariants,
  ...cacheVariants,
];
