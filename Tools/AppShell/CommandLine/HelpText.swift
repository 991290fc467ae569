/// The text that `help` prints.
package struct HelpText {
  private static let width = 88
  /// The column in which the meanings of options begin.
  private static let indentation = 22

  /// The name by which the program was called.
  let program: String
  /// The name of the app.
  let app: String

  /// Prepares the texts of an app.
  package init(program: String, app: String) {
    self.program = program
    self.app = app
  }

  /// The text on the program, with a list of its verbs.
  package func overview(of verbs: [VerbDeclaration]) -> String {
    """
    \(app): run the app, record its sessions, and replay them step by step.

    Usage: \(program) VERB …

    \(verbs.map { row($0.name, $0.summary) }.joined(separator: "\n"))

    Options:
    \(rows(of: CommonOptions.ofProgram.map(\.spec)))

    Example:
      \(program) record s.reprise
      \(program) replay s.reprise

    '\(program) help VERB' explains a verb.
    """
  }

  /// The text on one verb.
  package func text(for verb: VerbDeclaration) -> String {
    let groups = verb.options.grouped
    let other = groups.count == 1 ? "Options" : "Other options"
    let call = [
      "\(program) \(verb.name): \(verb.summary)",
      verb.usage(start: "Usage: \(program) \(verb.name)").joined(separator: "\n"),
    ]
    let options = groups.map { "\($0.heading ?? other):\n\(rows(of: $0.options))" }
    let rest = [
      verb.details,
      "Exit codes:\n\(verb.exitCodes.map { row($0.list, $0.text) }.joined(separator: "\n"))",
      "Example:\n\(verb.examples.map { "  \(program) \($0)" }.joined(separator: "\n"))",
    ]
    return (call + options + rest).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func rows(of options: [OptionSpec]) -> String {
    options.map { row($0.usage, $0.summary) }.joined(separator: "\n")
  }

  /// A name and its meaning in columns, broken where it gets long.
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

  /// The lines that show how the verb is called, broken where they get long.
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

  /// The words behind the verb in a usage line.
  var synopsis: [String] {
    let options = ownOptions.map { spec in
      let usage = spec.value.map { "\(spec.dashed) \($0)" } ?? spec.dashed
      return spec.isRequired ? usage : "[\(usage)]"
    }
    return (operand.map { [$0.usage] } ?? []) + options
  }
}
