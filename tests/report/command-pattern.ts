// The pattern of a curl command in schemas/report.schema.json, piece by piece. Each piece matches in linear time.

/** Control characters: a terminal may end a paste there, and run the rest. */
const control = '\\u0000-\\u001f\\u007f-\\u009f';
const rest = `[^'${control}]*'(?:\\\\''[^'${control}]*')*`;
/** A word in single quotes; a quote in it is written as '\''. */
const word = `'${rest}`;
/** curl reads the file behind an @. */
const noFile = `(?!'@)${word}`;
/** curl loads a module for a name that begins so. */
const path = `(?!'[Pp][Kk][Cc][Ss]11:)${word}`;

const text = `[^"$\`\\\\!${control}]`;
const name = '[A-Za-z_][A-Za-z0-9_]*';
/** The sed script that `unknown-key` uses; 0.3.0 knew fewer separators. */
const sed =
  's\\/\\^\\(\\[A-Za-z0-9_-\\]\\{0,11\\}\\[_(?::\\|)?-\\]\\)\\?\\/& \\/;h;s\\/\\.\\* \\/\\/;s\\/\\[a-z\\]\\/b\\/g;s\\/\\[A-Z\\]\\/B\\/g;s\\/\\[0-9\\]\\/7\\/g;x;s\\/ \\.\\*\\/\\/;G;s\\/\\\\n\\/\\/(?:;s\\/\\.\\$\\/\\/)?';
const filter = `(?:tr 'a-zA-Z' 'A-Za-z'|base64 \\| tr -d '\\\\n'|sed -E '${sed}')`;
/** Bytes that are not ASCII, in octal. */
const bytes = "\\$\\(printf '(?:\\\\[0-7]{3})+'\\)";
/** The commands that change one character of a key, as `key-changed` does; those of 0.3.0 knew fewer characters. */
const changed = (key: string) =>
  `\\$\\(k=\\$${key}; b=(?:\\$\\{k%%=\\*\\}|\\$\\(printf %s "\\$k" \\| sed 's\\/=\\*\\$\\/\\/'\\)); n=\\$\\(\\(\\$\\{#b\\}-3-[0-9]+%\\(\\$\\{#b\\}\\/2-2\\)\\)\\); printf %s "\\$k" \\| cut -c-\\$n \\| tr -d '\\\\n'; printf %s "\\$k" \\| cut -c\\$\\(\\(n\\+1\\)\\) \\| tr -d '\\\\n'(?: \\| tr -c '0-9A-Za-z\\._~\\+\\/-' '~')? \\| tr '0-9a-fg-zA-FG-Z\\._~\\+\\/-' '[0-9A-Za-z._-]+'; printf %s "\\$k" \\| cut -c\\$\\(\\(n\\+2\\)\\)- \\| tr -d '\\\\n'\\)`;
/** Forms of the key: one variable, by the number of its group. zsh reads `:h` and `[1]` behind a name. */
const formsOf = (key: string) =>
  `\\$${key}(?![A-Za-z0-9_:[])|\\$\\{${key}(?:[%#]\\?)?\\}|${bytes}|${changed(key)}|\\$\\(printf %s:? "\\$${key}" \\| ${filter}\\)`;
/** The header with the key: text without a variable, or forms of the variable that comes first. */
const credentials = (group: number) =>
  `"Authorization: (?:(?=${text}*\\$(?:\\{|\\(printf %s:? "\\$|\\(k=\\$)?(${name}))(?:${text}|${formsOf(`\\${group}`)})*|${text}*)"`;

const options = (group: number) =>
  [
    'curl -i --globoff(?: --path-as-is)?',
    `(?: --(?:cacert|cert|key) ${path})*`,
    '(?: -X (?:GET|POST))?',
    `(?: -H ${credentials(group)})?`,
    `(?: -H ${noFile})*`,
  ].join('');
const url = `(?='https?:\\/\\/)${word}`;
/** A format of printf that is not an option and has no conversion; bytes are in octal. */
const format = `'(?!-)(?:[ -$&(-\\[\\]-~]|%%|\\\\\\\\|\\\\[0-3][0-7]{2})+'`;

/** A comment without characters that are special in a shell: an interactive zsh runs comments as commands. */
const comment = '# no curl command: [A-Za-z0-9 ,]+';

/** One curl command with one URL. A body that cannot be pasted comes from printf. */
export const commandPattern = `^(?:${[
  comment,
  `printf ${format} \\| ${options(1)} --data-binary @- ${url}`,
  `${options(2)}(?: --data-binary ${noFile}| --data-raw ${word})? ${url}`,
].join('|')})$`;
