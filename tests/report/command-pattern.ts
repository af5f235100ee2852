// The pattern of a curl command in schemas/report.schema.json, piece by piece. Each piece matches in linear time.

/** Control characters, because a terminal may end a paste at one of them and run the rest. */
const control = '\\u0000-\\u001f\\u007f-\\u009f';
const rest = `[^'${control}]*'(?:\\\\''[^'${control}]*')*`;
/** A word in single quotes; a quote in it is written as '\''. */
const word = `'${rest}`;
/** A word that does not name a file. curl reads a file if a word begins with @. */
const noFile = `(?!'@)${word}`;
/** A path that is not the name of a module: curl loads a module if a name begins with `pkcs11:`. */
const path = `(?!'[Pp][Kk][Cc][Ss]11:)${word}`;

const text = `[^"$\`\\\\!${control}]`;
/** Forms of the key. zsh interprets `:h` and `[1]` after a name. */
const key = '\\$PETSTORE_API_KEY(?![A-Za-z0-9_:[])|\\$\\{PETSTORE_API_KEY(?:[%#]\\?)?\\}';
/** The header with the key, or the option that sends the key as a user name. */
const credentials = `-H "Authorization: (?:${text}|${key})*"|-u "\\$PETSTORE_API_KEY:"`;

const options = [
  'curl -i --globoff(?: --path-as-is)?',
  `(?: --(?:cacert|cert|key) ${path})*`,
  '(?: -X (?:GET|POST))?',
  `(?: (?:${credentials}))?`,
  `(?: -H ${noFile})*`,
].join('');
const url = `(?='https?:\\/\\/)${word}`;
/** A format of printf that is not an option and has no conversion; bytes are in octal. */
const format = `'(?!-)(?:[ -$&(-\\[\\]-~]|%%|\\\\\\\\|\\\\[0-3][0-7]{2})+'`;

/** A comment without characters that are special in a shell, because an interactive zsh runs comments as commands. */
const comment = '# no curl command: [A-Za-z0-9 ,]+';

/** One curl command with one URL. A body that cannot be pasted comes from printf. */
export const commandPattern = `^(?:${[
  comment,
  `printf ${format} \\| ${options} --data-binary @- ${url}`,
  `${options}(?: --data-binary ${noFile}| --data-raw ${word})? ${url}`,
].join('|')})$`;
