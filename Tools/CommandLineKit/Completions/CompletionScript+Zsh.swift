extension CompletionScript {
  /// The script for zsh, which can be sourced or placed in a folder of `$fpath`.
  var zsh: [String] {
    let function = "_\(identifier)"
    let head = [
      "#compdef \(program)",
      "# Completions of \(program) for zsh.",
      "",
      "\(function)() {",
      "  local curcontext=\"$curcontext\" state state_descr line",
      "  typeset -A opt_args",
      "  _arguments -C \\",
    ]
    let names = [
      "    '1:verb:->verb' \\",
      "    '*::argument:->arguments'",
      "  case $state in",
      "    verb)",
      "      local -a verbs",
      "      verbs=(",
    ]
    let described = verbs.map { verb in
      "        \("\(verb.name):\(verb.summary)".shellQuoted)"
    }
    let sections = verbs.flatMap { verb in
      let specs = verb.options.flatMap(zshSpecs) + (verb.operand.map { [zshSpec($0)] } ?? [])
      return ["        \(verb.name))", "          _arguments -s \\"]
        + specs.map { "            \($0) \\" }.endingContinuation + ["          ;;"]
    }
    return head + programOptions.flatMap(zshSpecs).map { "    \($0) \\" } + names + described + [
      "      )",
      "      _describe -t verbs verb verbs",
      "      ;;",
      "    arguments)",
      "      case $words[1] in",
    ] + sections + [
      "      esac",
      "      ;;",
      "  esac",
      "}",
      "",
      "if [[ $funcstack[1] == \(function) ]]; then",
      "  \(function) \"$@\"",
      "else",
      "  compdef \(function) \(program.shellQuoted)",
      "fi",
    ]
  }

  private func zshSpecs(_ option: OptionSpec) -> [String] {
    let names = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    let exclusion = names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
    return names.map { name in
      let summary = "[\(Self.zshEscaped(option.summary, "[]"))]"
      guard let value = option.value else { return "\(exclusion)\(name)\(summary)".shellQuoted }
      let sign = name.hasPrefix("--") ? "=" : "+"
      return "\(exclusion)\(name)\(sign)\(summary):\(value):\(zshAction(option.kind))".shellQuoted
    }
  }

  private func zshSpec(_ operand: OperandSpec) -> String {
    let count = operand.isRepeated ? "*" : "1"
    return "\(count):\(Self.zshEscaped(operand.usage, ":")):\(zshAction(operand.kind))".shellQuoted
  }

  private func zshAction(_ kind: ValueKind) -> String {
    switch kind {
    case .text: ""
    case .file: "_files"
    case .folder: "_files -/"
    case .log: "_files -g \"*.reprise*(-.)\""
    case .choices(let words): "(\(words.joined(separator: " ")))"
    }
  }

  private static func zshEscaped(_ text: String, _ signs: String) -> String {
    text.map { signs.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension [String] {
  fileprivate var endingContinuation: [String] {
    dropLast() + (last.map { [String($0.dropLast(2))] } ?? [])
  }
}
