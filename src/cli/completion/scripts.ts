import type { Shell } from '../word-sets.ts';

/**
 * The first word by which the scripts ask the kit what can stand at the cursor; the words of the line follow, without
 * the name of the program. It is no command for people.
 *
 * The answer is a line that says what is wanted (`words`, `files` or `folders`), then a line for each word, with a
 * tab and what it means behind it, where that is not plain. Words lack the `--option=` before them.
 */
export const choiceCommand = '__complete';

const bash = `# Completes petstore-conformance in bash. In ~/.bashrc: source <(petstore-conformance completion bash)
_petstore_conformance() {
  local kind word option=
  COMPREPLY=()
  # Where = does not end a word, the option has to stand before what is chosen.
  [[ $2 == --*=* ]] && option=\${2%%=*}=
  {
    IFS= read -r kind
    case $kind in
      words)
        while IFS=$'\\t' read -r word _; do
          printf -v word %q "$word"
          COMPREPLY+=("$option$word")
        done
        ;;
      files) compopt -o default ;;
      folders) compopt -o dirnames ;;
    esac
  } < <(petstore-conformance ${choiceCommand} "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$2" < /dev/null 2> /dev/null)
}
complete -F _petstore_conformance petstore-conformance
`;

const zsh = `#compdef petstore-conformance
# Completes petstore-conformance in zsh. In ~/.zshrc, behind compinit: source <(petstore-conformance completion zsh)
_petstore_conformance() {
  local -a answer choices
  local line
  answer=("\${(@f)$(petstore-conformance ${choiceCommand} "\${(@)words[2,CURRENT-1]}" "$PREFIX" < /dev/null 2> /dev/null)}")
  [[ $PREFIX == --*=* ]] && compset -P '--*='
  case $answer[1] in
    words)
      for line in "\${(@)answer[2,-1]}"; do
        choices+=("\${\${line%%$'\\t'*}//:/\\\\:}\${\${(M)line:#*$'\\t'*}:+:\${line#*$'\\t'}}")
      done
      _describe petstore-conformance choices
      ;;
    files) _files ;;
    folders) _files -/ ;;
  esac
}
# Loaded by compinit it is the function itself.
if [[ \${funcstack[1]} == _petstore_conformance ]]; then
  _petstore_conformance "$@"
else
  compdef _petstore_conformance petstore-conformance
fi
`;

const fish = `# Completes petstore-conformance in fish. In ~/.config/fish/config.fish: petstore-conformance completion fish | source
function __petstore_conformance
    set -l before (commandline -opc)
    set -l token (commandline -ct)
    set -l option (string match -r -- '^--[^=]+=' $token)
    set -l answer (petstore-conformance ${choiceCommand} $before[2..-1] "$token" </dev/null 2>/dev/null)
    switch "$answer[1]"
        case words
            for line in $answer[2..-1]
                echo -- "$option$line"
            end
        case files
            for line in (__fish_complete_path (string replace -- "$option" '' "$token"))
                echo -- "$option$line"
            end
        case folders
            for line in (__fish_complete_directories (string replace -- "$option" '' "$token"))
                echo -- "$option$line"
            end
    end
end
complete -c petstore-conformance -f -a '(__petstore_conformance)'
`;

/** What a shell has to read, so that it completes the command. */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };
