extension CompletionScript {
  var fish: [String] {
    let function = "__\(identifier)_verb"
    let command = "complete -c \(fishQuoted(program))"
    let head = [
      "# Completions of \(program) for fish.",
      "",
      "function \(function)",
      "    set -l words (commandline -opc)",
      "    set -l index 2",
      "    while test $index -le (count $words)",
      "        switch $words[$index]",
      "            case --color",
      "                set index (math $index + 1)",
      "            case '-*'",
      "            case '*'",
      "                echo $words[$index]",
      "                return 0",
      "        end",
      "        set index (math $index + 1)",
      "    end",
      "    return 1",
      "end",
      "",
      "function \(function)_is",
      "    test (\(function); or echo) = $argv[1]",
      "end",
      "",
      "\(command) -f",
    ]
    let beforeVerb = "-n 'not \(function) > /dev/null'"
    let programLines = programOptions.map { "\(command) \(beforeVerb) \(fish($0))" }
    let verbLines = verbs.map { verb in
      "\(command) \(beforeVerb) -a \(verb.name) -d \(fishQuoted(verb.summary))"
    }
    return head + programLines + verbLines
      + verbs.flatMap { verb in
        let condition = "\(command) -n '\(function)_is \(verb.name)'"
        let operand = verb.operand.flatMap { fishArguments($0.kind) }
        return [""] + verb.options.map { "\(condition) \(fish($0))" }
          + (operand.map { ["\(condition) \($0)"] } ?? [])
      }
  }

  private func fish(_ option: OptionSpec) -> String {
    var words = option.short.map { ["-s \($0)"] } ?? []
    words.append("-l \(option.name)")
    if option.value != nil {
      words.append(option.kind == .file ? "-r" : "-x")
      if let arguments = fishArguments(option.kind) { words.append(arguments) }
    }
    return words.joined(separator: " ") + " -d \(fishQuoted(option.summary))"
  }

  private func fishArguments(_ kind: ValueKind) -> String? {
    switch kind {
    case .text: nil
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    case .log: "-k -a '(__fish_complete_suffix .reprise)'"
    case .choices(let words): "-a \(fishQuoted(words.joined(separator: " ")))"
    }
  }

  private func fishQuoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
