import type { ChildProcess } from 'node:child_process';

/** The output of a child process so far. Both strings grow while the process runs. */
export interface ChildOutput {
  stdout: string;
  stderr: string;
}

/** Collects the piped output of a child process, as UTF-8. */
export function outputOf({ stdout, stderr }: ChildProcess): ChildOutput {
  const output = { stdout: '', stderr: '' };
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}
