/** Strings from a hostile target. Each of them is dangerous to at least one output format. */
export const hostileTexts: readonly string[] = [
  '\u001b[31mred\u001b[0m \u009b2J \u001b]8;;http://example.org\u0007link',
  'right-to-left \u202e override, zero\u200bwidth, \ufeff mark, \u2028 line, \u2029 paragraph',
  '\r\n::error::stop\n::set-output name=x::y',
  '##vso[task.complete result=Succeeded] ##[error]no ##teamcity[buildStop]',
  "<script>alert('1')</script><img src=x onerror=alert(2)>&lt;&amp;",
  ']]><!-- --><![CDATA[x]]>',
  '\u0000\u0008\u000b\u007f\ufffe\uffff and \ud800 alone',
  '`code` ```fence``` ![image](http://example.org/x.png) [link](javascript:alert(1)) @everyone #1',
  '| cell | cell |\n# heading\n- item\n1. item\n> quote\n---\n~~~\n<details>',
  "\"><svg onload=alert(3)> ' onmouseover='x",
  "'; rm -rf / #$(id) `id` \\ $HOME %0A%25",
  '</textarea></style></title></script>{{7*7}}<%= 7*7 %>',
  'https://example.org/?q=1 www.example.org user@example.org',
  '-'.repeat(5_000),
];

/** Returns a body with `text` in every shown field of a list, category or error, and in member names. */
export function hostileBody(text: string, status: number): string {
  const json = {
    id: text,
    name: text,
    description: text,
    code: text,
    message: text,
    status: text,
    [text]: { [text]: text },
  };
  return JSON.stringify(status === 200 ? [json, { id: 1, name: text, description: 1 }] : json);
}
