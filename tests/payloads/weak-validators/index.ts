import { coercionValidators } from './coercion.ts';
import { duckTypingValidators } from './duck-typing.ts';
import { readingValidators } from './reading.ts';
import { responseValidators } from './responses.ts';
import { schemaValidators } from './shapes.ts';
import { storingValidators } from './storing.ts';
import { syntaxValidators } from './syntax.ts';
import { truthinessValidators } from './truthiness.ts';
import { typeValidators } from './types.ts';
import { valueValidators } from './values.ts';
import type { WeakValidator } from './weak.ts';

export type { WeakValidator } from './weak.ts';

/** Faulty validators of the body of POST /categories, as found in real servers. */
export const weakValidators: readonly WeakValidator[] = [
  ...truthinessValidators,
  ...typeValidators,
  ...coercionValidators,
  ...duckTypingValidators,
  ...syntaxValidators,
  ...readingValidators,
  ...schemaValidators,
  ...valueValidators,
  ...responseValidators,
  ...storingValidators,
];
