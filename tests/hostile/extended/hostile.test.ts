import { expectEnds } from '../expect-ends.ts';

expectEnds('extended');
