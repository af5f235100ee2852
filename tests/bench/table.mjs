/** Writes a Markdown table. All columns except the first contain numbers. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Returns the cells of a spread, formatted by `write`. */
export function spreadCells({ minimum, median, maximum }, write) {
  return [minimum, median, maximum].map(write);
}

export const spreadHead = ['minimum', 'median', 'maximum'];

export const whole = (value) => Math.round(value).toLocaleString('en-US');
export const tenths = (value) => value.toFixed(1);
export const hundredths = (value) => value.toFixed(2);
export const percent = (share) => `${Math.floor(100 * share)} %`;
export const megabytes = (bytes) => whole(bytes / 1e6);
