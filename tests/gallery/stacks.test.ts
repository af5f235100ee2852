import { env } from 'node:process';
import { expectRows } from './expect-rows.ts';
import { builtStacks, stacks } from './rows/stacks.ts';

const isWhole = env['PETSTORE_GALLERY'] === 'whole';
const { quick, extended } = stacks;

expectRows(
  { quick, extended: isWhole ? [...extended, ...builtStacks] : extended },
  // A slow run can miss the second for which a cache keeps a list. A build takes minutes.
  { concurrent: true, retry: 2, timeout: isWhole ? 1_200_000 : 180_000 },
);
