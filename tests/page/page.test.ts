import { expectPages } from './expect-page.ts';

expectPages('quick');
