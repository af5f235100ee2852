import { expectInstalled } from './expect-installed.ts';
import { runningNode } from './nodes.ts';
import { adapterStep, firstSteps, furtherSteps } from './walk.ts';

await expectInstalled({ nodes: [runningNode], steps: [...firstSteps, ...furtherSteps, adapterStep] });
