import { expectStacks } from './expect-stacks.ts';

expectStacks('quick');
