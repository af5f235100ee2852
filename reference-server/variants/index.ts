import type { Variant } from '../change.ts';
import { bucketVariants } from './buckets.ts';
import { categoryVariants } from './categories.ts';
import { headerVariants } from './headers.ts';
import { httpVariants } from './http.ts';
import { limiterVariants } from './limiters.ts';
import { unspecifiedVariants } from './unspecified.ts';
import { validationVariants } from './validation.ts';

/** Servers that are unlike the reference server and keep the specification all the same. */
export const variants: readonly Variant[] = [
  ...limiterVariants,
  ...bucketVariants,
  ...headerVariants,
  ...categoryVariants,
  ...validationVariants,
  ...httpVariants,
  ...unspecifiedVariants,
];
