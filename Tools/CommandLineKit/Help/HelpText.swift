/// The output of `help`.
package struct HelpText {
  private static let width = 88
  /// The column at which the summaries of options begin.
  private static let indentation = 22

  let program: String
  let app: String

  package init(program: String, app: String) {
    self.program = program
    self.app = app
  }

  package func overview(of groups: [VerbGroup]) -> String {
    let lists = groups.map { group in
      ["\(group.heading):"] + group.verbs.map { row($0.name, $0.summary) }
    }
    return """
      \(app): run the app, record its sessions, and replay them step by step.

      Usage: \(program) COMMAND …

      \(lists.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))

      Options:
      \(rows(of: CommonOptions.ofProgram.map(\.spec)))

      Example:
        \(program) record s.reprise
        \(program) replay s.reprise

      '\(program) help COMMAND' explains a command.
      """
  }

  package func text(for verb: VerbDeclaration) -> String {
    let groups = verb.options.grouped
    let other = groups.count == 1 ? "Options" : "Other options"
    let call = [
      "\(command(verb.name)): \(verb.summary)",
      verb.usage(start: "Usage: \(command(verb.name))").joined(separator: "\n"),
    ]
    let options = groups.map { "\($0.heading ?? other):\n\(rows(of: $0.options))" }
    let rest = [
      verb.details,
      "Exit codes:\n\(verb.exitCodes.map { row($0.list, $0.text) }.joined(separator: "\n"))",
      "Example:\n\(verb.examples.map { "  \(command($0))" }.joined(separator: "\n"))",
    ]
    return (call + options + rest).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// Returns the words after the name of the program, which is empty for a program without verbs.
  private func command(_ words: String) -> String {
    program.isEmpty ? words : "\(program) \(words)"
  }

  private func rows(of options: [OptionSpec]) -> String {
    options.map { row($0.usage, $0.summary) }.joined(separator: "\n")
  }

  /// Returns a name and its meaning in two columns, with long meanings wrapped.
  private func row(_ name: String, _ meaning: String) -> String {
    let gap = String(repeating: " ", count: max(2, Self.indentation - 2 - name.count))
    var lines = ["  \(name)\(gap)"]
    var isStart = true
    for word in meaning.split(separator: " ") {
      if !isStart, lines[lines.count - 1].count + 1 + word.count > Self.width {
        lines.append(String(repeating: " ", count: Self.indentation))
        isStart = true
      }
      lines[lines.count - 1] += isStart ? word : " \(word)"
      isStart = false
    }
    return lines.joined(separator: "\n")
  }
}

extension VerbDeclaration {
  private static let usageWidth = 80

  func usage(start: String) -> [String] {
    var lines = [start]
    for word in synopsis {
      if lines[lines.count - 1].count + 1 + word.count > Self.usageWidth {
        lines.append(String(repeating: " ", count: start.count))
      }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
  }

  var synopsis: [String] {
    let options = ownOptions.map { spec in
      let usage = spec.value.map { "\(spec.dashed) \($0)" } ?? spec.dashed
      return spec.isRequired ? usage : "[\(usage)]"
    }
    return (operand.map { [$0.usage] } ?? []) + options
  }
}
