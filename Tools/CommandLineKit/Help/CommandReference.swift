/// The Markdown reference of all verbs.
package struct CommandReference {
  let program: String

  package init(program: String) {
    self.program = program
  }

  package func text(for groups: [VerbGroup]) -> String {
    let lists = groups.map { group in
      let rows = group.verbs.map { verb in
        "| [`\(program) \(verb.name)`](#\(program.lowercased())-\(verb.name)) | \(verb.summary) |"
      }
      return (["\(group.heading):", "", "| command | does |", "|---|---|"] + rows)
        .joined(separator: "\n")
    }
    let common = CommonOptions.ofProgram.map { row($0.spec.usage, $0.spec.summary) }
    let intro = """
      # Commands

      \(lists.joined(separator: "\n\n"))

      Every command accepts `--color WHEN` and `--help`. Before the command, these options apply:

      | option | means |
      |---|---|
      \(common.joined(separator: "\n"))

      Options can be abbreviated if the abbreviation is unique. Options and operands can be mixed;
      arguments after `--` are operands.
      """
    let verbs = groups.flatMap { $0.verbs }
    let sections = verbs.map { section(on: $0, among: verbs) }
    return ([intro] + sections).joined(separator: "\n\n")
  }

  /// Returns the section about a verb, as a part of the reference of `verbs`.
  package func section(on verb: VerbDeclaration, among verbs: [VerbDeclaration]) -> String {
    let summary = verb.summary.prefix(1).uppercased() + verb.summary.dropFirst()
    let call = verb.usage(start: "\(program) \(verb.name)")
    let codes = verb.exitCodes.map { row($0.list, $0.text, isCode: false) }
    var parts = ["## \(program) \(verb.name)", "\(summary).", fenced(call)]
    for group in verb.ownOptions.grouped {
      if let heading = group.heading { parts.append("\(heading):") }
      let rows = group.options.map { row($0.usage, $0.summary) }
      parts.append((["| option | means |", "|---|---|"] + rows).joined(separator: "\n"))
    }
    parts += verb.details(after: verbs).blocks.map { block in
      switch block {
      case .paragraph(let text): Self.marked(text)
      case .lines(let lines): fenced(lines)
      }
    }
    parts.append((["| exit code | means |", "|---|---|"] + codes).joined(separator: "\n"))
    parts.append(fenced(verb.examples.map { "\(program) \($0)" }))
    return parts.joined(separator: "\n\n")
  }

  private func fenced(_ lines: [String]) -> String {
    (["```"] + lines + ["```"]).joined(separator: "\n")
  }

  private func row(_ name: String, _ meaning: String, isCode: Bool = true) -> String {
    "| \(isCode ? "`\(name)`" : name) | \(Self.marked(meaning).replacing("|", with: "\\|")) |"
  }

  /// Returns text with quoted words, JSON and options marked as code.
  private static func marked(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      let isStart = result.last.map { " ([".contains($0) } ?? true
      if isStart, let code = Self.code(in: rest) {
        result += "`\(code)`"
        rest = rest.dropFirst(code.count + (character == "'" ? 2 : 0))
      } else {
        result += "*<".contains(character) ? "\\\(character)" : "\(character)"
        rest.removeFirst()
      }
    }
    return result
  }

  private static func code(in text: Substring) -> Substring? {
    if text.hasPrefix("'") {
      return text.dropFirst().firstIndex(of: "'").map { text[..<$0].dropFirst() }
    }
    if text.hasPrefix("--") {
      let name = text.prefix { $0 == "-" || $0.isLetter }
      return name.count > 2 ? name : nil
    }
    guard text.hasPrefix("{") else { return nil }
    var depth = 0
    for index in text.indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if depth == 0 { return text[...index] }
    }
    return nil
  }
}
