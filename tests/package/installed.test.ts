import { expectInstalled } from './expect-installed.ts';
import { runningNode } from './nodes.ts';
import { firstSteps } from './walk.ts';

await expectInstalled({ nodes: [runningNode], steps: firstSteps });
