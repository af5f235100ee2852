/** What the tests of a suite tell of themselves, as Vitest gives it to a hook. */
export interface Task {
  readonly type: string;
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly Task[];
}

/**
 * The names of the tests below a suite that Vitest will run: those that `-t`, `.only`, `.skip`, a line or a tag
 * leave. To be asked in a hook, when Vitest has decided that.
 */
export function chosenTests({ tasks = [] }: Task): string[] {
  return tasks.flatMap((task) => {
    if (task.mode !== 'run' && task.mode !== 'queued') return [];
    return task.type === 'suite' ? chosenTests(task) : [task.name];
  });
}
