extension CompletionScript {
  /// Defines a function for `complete -F`. Completing paths needs bash 4.
  var bash: [String] {
    let function = "_\(identifier)"
    return [
      "# Completions of \(program) for bash.",
      "",
      "\(function)_words() {",
      "  local match",
      "  while IFS= read -r match; do COMPREPLY+=(\"$match\"); done \\",
      "    < <(compgen -W \"$1\" -- \"$word\")",
      "}",
      "",
      "\(function)_logs() {",
      "  local match",
      "  compopt -o filenames -o plusdirs 2> /dev/null",
      "  while IFS= read -r match; do COMPREPLY+=(\"$match\"); done \\",
      "    < <(compgen -f -X '!*.reprise*' -- \"$word\")",
      "}",
      "",
      "\(function)() {",
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}",
      "  local verb= index=1 operands=",
      "  COMPREPLY=()",
      "  # The '=' between an option and its value is a word of its own.",
      "  if [[ $word == '=' ]]; then",
      "    word=",
      "  elif [[ $previous == '=' ]]; then",
      "    previous=${COMP_WORDS[COMP_CWORD-2]}",
      "  fi",
      "  while (( index < COMP_CWORD )); do",
      "    case ${COMP_WORDS[index]} in",
      "      --color)",
      "        [[ ${COMP_WORDS[index+1]} == '=' ]] && (( index += 1 ))",
      "        (( index += 1 )) ;;",
      "      -*) ;;",
      "      *) verb=${COMP_WORDS[index]}; break ;;",
      "    esac",
      "    (( index += 1 ))",
      "  done",
      "  for (( ; index < COMP_CWORD; index += 1 )); do",
      "    [[ ${COMP_WORDS[index]} == -- ]] && operands=1",
      "  done",
      "",
      "  if [[ -z $operands ]]; then",
      "    case \"$verb $previous\" in",
    ] + bashValues + [
      "    esac",
      "    if [[ $word == -* ]]; then",
      "      case $verb in",
    ] + bashOptions + [
      "      esac",
      "      return",
      "    fi",
      "  fi",
      "  case $verb in",
    ] + bashOperands + [
      "  esac",
      "}",
      "",
      "complete -F \(function) \(program.shellQuoted)",
    ]
  }

  private var bashValues: [String] {
    let common = CommonOptions.ofVerbs.map(\.spec).filter { $0.value != nil }.map { option in
      "      *' --\(option.name)') \(bash(option.kind)); return ;;"
    }
    let own = verbs.flatMap { verb in
      verb.ownOptions.filter { $0.value != nil }.map { option in
        let names = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        let patterns = names.map { "'\(verb.name) \($0)'" }.joined(separator: "|")
        return "      \(patterns)) \(bash(option.kind)); return ;;"
      }
    }
    return common + own
  }

  private var bashOptions: [String] {
    func words(_ options: [OptionSpec]) -> String {
      bash(.choices(options.map { "--\($0.name)" }))
    }
    return ["        '') \(words(programOptions)) ;;"]
      + verbs.map { "        \($0.name)) \(words($0.options)) ;;" }
  }

  private var bashOperands: [String] {
    ["    '') \(bash(.choices(verbs.map(\.name)))) ;;"]
      + verbs.compactMap { verb in
        verb.operand.map { "    \(verb.name)) \(bash($0.kind)) ;;" }
      }
  }

  private func bash(_ kind: ValueKind) -> String {
    switch kind {
    case .text: ":"
    case .file: "compopt -o default 2> /dev/null"
    case .folder: "compopt -o dirnames 2> /dev/null"
    case .log: "_\(identifier)_logs"
    case .choices(let words): "_\(identifier)_words \(words.joined(separator: " ").shellQuoted)"
    }
  }
}
