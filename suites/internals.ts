/**
 * What gives the inside of a server away; each pattern is narrow, for an honest message may name a path or a word of SQL.
 * What repeats has a bound, so that no text takes long.
 */
const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a JavaScript stack trace', /(?:^|\\n|\n)\s{1,40}at [^\n][^\n:(]{0,199}[:(][^\n]{0,400}?:\d{1,9}:\d/],
  ['a Python stack trace', /Traceback \(most recent call last\)/],
  ['a Java stack trace', /(^|\\n|\\t|\s)at [a-z][\w$]*(\.[\w$<>]+){2,}\([\w$]+\.java:\d+\)/],
  ['a .NET stack trace', /\sat [A-Z][\w.`]{1,200}\([^)]{0,500}\) in [^\n]{1,300}?:line \d/],
  ['a Go stack trace', /goroutine \d+ \[running\]/],
  ['a PHP error', /(Fatal error|Uncaught \w*Exception).{0,200} on line \d+/s],
  ['a Ruby stack trace', /\w\.rb:\d+:in [`']/],
  [
    'a file path',
    /(?:^|[\s"'(=:])(?:\/(?:usr|home|var|opt|app|srv|root|etc|src)\/|[A-Z]:\\\\?)[\w@./\\-]+\.\w{1,5}\b/,
  ],
  [
    'SQL',
    /\b(SELECT\s.{1,200}\sFROM|INSERT\s+INTO\s.{1,100}\sVALUES|UPDATE\s.{1,100}\sSET|DELETE\s+FROM)\b/s,
  ],
  ['a database error', /\b(SQLSTATE|ORA-\d{5}|SQLITE_[A-Z]+|syntax error at or near)\b/],
];

/** The most of a body that is searched, in characters. */
const mostSearched = 20_000;

/** The name of what an error body gives away, or undefined. */
export function internalsIn(text: string): string | undefined {
  const searched = text.slice(0, mostSearched);
  return patterns.find(([, pattern]) => pattern.test(searched))?.[0];
}
