// @module-tag quiet
import { env } from 'node:process';
import { expectRows } from './expect-rows.ts';
import { builtStacks, stacks } from './rows/stacks.ts';

const isWhole = env['PETSTORE_GALLERY'] === 'whole';
const { quick, extended } = stacks;

expectRows(
  { quick, extended: isWhole ? [...extended, ...builtStacks] : extended },
  // A build takes minutes.
  { concurrent: true, timeout: isWhole ? 1_200_000 : 180_000 },
);
