// @module-tag extended
import { expectStacks } from '../expect-stacks.ts';

expectStacks('extended');
