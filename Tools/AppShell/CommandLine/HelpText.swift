/// What `help` prints.
package struct HelpText {
  private static let width = 80

  /// The name by which the program was called.
  let program: String
  /// The name of the app.
  let app: String

  /// Prepares the texts of an app.
  package init(program: String, app: String) {
    self.program = program
    self.app = app
  }

  /// All verbs.
  package var overview: String {
    let verbs = Verb.allCases.map { row($0.rawValue, $0.summary) }
    return """
      \(app): run the app, record its sessions, and replay them step by step.

      Usage: \(program) VERB …

      \(verbs.joined(separator: "\n"))

      Options:
      \(rows(of: [.color, .help, .version]))

      Example:
        \(program) record s.reprise
        \(program) replay s.reprise

      '\(program) help VERB' explains a verb.
      """
  }

  /// One verb.
  package func text(for verb: Verb) -> String {
    """
    \(program) \(verb): \(verb.summary)

    \(usage(of: verb))

    Options:
    \(rows(of: verb.options))
    \(details(of: verb))
    Example:
    \(examples(of: verb).map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  /// The line that shows how the verb is called, broken where it gets long.
  private func usage(of verb: Verb) -> String {
    let start = "Usage: \(program) \(verb)"
    var lines = [start]
    for word in (verb.operands.isEmpty ? [] : [verb.operands]) + verb.ownUsage {
      if lines[lines.count - 1].count + 1 + word.count > Self.width {
        lines.append(String(repeating: " ", count: start.count))
      }
      lines[lines.count - 1] += " \(word)"
    }
    return lines.joined(separator: "\n")
  }

  private func rows(of options: [OptionSpec]) -> String {
    options.map { row($0.usage, $0.summary) }.joined(separator: "\n")
  }

  private func row(_ name: String, _ summary: String) -> String {
    "  \(name)\(String(repeating: " ", count: max(2, 20 - name.count)))\(summary)"
  }

  private func examples(of verb: Verb) -> [String] {
    switch verb {
    case .run: ["\(program) run --script session.txt --record s.reprise"]
    case .record: ["\(program) record s.reprise --seed 1 --script session.txt"]
    case .replay:
      ["\(program) replay s.reprise", "\(program) replay Tests/Sessions --junit results.xml"]
    case .show: ["\(program) show s.reprise --from 3 --to 7", "\(program) show s.reprise --at 7"]
    case .info: ["\(program) info s.reprise"]
    case .play: ["\(program) play s.reprise --speed 2"]
    case .ledger: ["\(program) ledger Tests/Sessions"]
    case .recover: ["\(program) recover s.reprise.partial -o s.reprise"]
    case .help: ["\(program) help replay"]
    }
  }

  private func details(of verb: Verb) -> String {
    switch verb {
    case .run, .record: Self.lineMode
    case .replay: Self.replaying
    case .show: Self.showing
    case .info: Self.informing
    case .play: Self.playing
    case .ledger: Self.ledger
    case .recover: Self.recovering
    case .help: ""
    }
  }
}

extension Verb {
  /// The options that only this verb has, as a usage line shows them.
  fileprivate var ownUsage: [String] {
    options.filter { $0 != .color && $0 != .help }.map { spec in
      let dashed = spec.short.map { "-\($0)" } ?? "--\(spec.name)"
      let usage = spec.value.map { "\(dashed) \($0)" } ?? dashed
      return self == .recover && spec.name == "output" ? usage : "[\(usage)]"
    }
  }
}
