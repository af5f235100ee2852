import type { Finding } from './model/report.ts';

/** The impact and the fix for one requirement: its findings differ in them where one served and another refused. */
export function adviceOf(findings: readonly Finding[]): { readonly means: string; readonly mend: string } {
  const once = (texts: readonly string[]) => [...new Set(texts)].join(' ');
  return { means: once(findings.map(({ means }) => means)), mend: once(findings.map(({ mend }) => mend)) };
}
