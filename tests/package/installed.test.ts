import { expectInstalled } from './expect-installed.ts';
import { runningNode } from './nodes.ts';
import { quickSteps } from './walk.ts';

await expectInstalled({ nodes: [runningNode], steps: quickSteps });
