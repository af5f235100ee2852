import type { ChildProcess } from 'node:child_process';

/** What a child has written so far; the texts grow while it runs. */
export interface ChildOutput {
  stdout: string;
  stderr: string;
}

/** Gathers what a child with pipes writes, as UTF-8. */
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
