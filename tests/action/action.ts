import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { temporaryFolder } from '../cli/command.ts';
import { type EndedStep, runStep, type StepOptions } from './step-runner.ts';

interface Action {
  readonly inputs: Readonly<Record<string, Input>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Input {
  readonly description: string;
  readonly default?: string;
  readonly deprecationMessage?: string;
}

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly 'working-directory': string;
}

const text = readFileSync(new URL('../../action.yml', import.meta.url), 'utf8');
export const { inputs, outputs, runs }: Action = parse(text);
const [only, ...others] = runs.steps;
if (only === undefined || others.length > 0) throw new Error('These tests expect an action with one step.');
export const step: Step = only;

export type Inputs = Readonly<Record<string, string>>;
export type ProcessOptions = Partial<Pick<StepOptions, 'cwd' | 'env' | 'npx' | 'earlierSummary'>>;

/** Evaluates `${{ inputs.NAME }}`. Throws for anything else. */
function evaluated(text: string, given: Inputs): string {
  const name = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(text)?.[1];
  if (name === undefined || !(name in inputs)) throw new Error(`${text} is not an input of the action`);
  return given[name] ?? inputs[name]?.default ?? '';
}

/** Runs the step of the action with these inputs, and returns the step's result with the outputs of the action. */
export async function runAction(given: Inputs, options: ProcessOptions = {}): Promise<EndedStep> {
  const variables = Object.entries(step.env).map(([name, value]) => [name, evaluated(value, given)]);
  const ended = await runStep({
    cwd: await temporaryFolder(),
    ...options,
    script: step.run,
    env: { ...options.env, ...Object.fromEntries(variables) },
  });
  const named = Object.entries(outputs).map(([name, { value }]) => {
    const own = /^\$\{\{ steps\.run\.outputs\.([a-z-]+) \}\}$/.exec(value)?.[1] ?? '';
    return [name, ended.outputs[own] ?? ''];
  });
  return { ...ended, outputs: Object.fromEntries(named) };
}
