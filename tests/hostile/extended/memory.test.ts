import { expectEndsInMemory } from '../expect-ends.ts';

expectEndsInMemory('extended');
