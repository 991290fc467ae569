/// The manual page of the program, in the format man(7).
package struct ManualPage {
  /// The line length before escaping. Escapes make lines of the source longer.
  private static let width = 60

  let program: String
  let app: String
  let version: String
  /// The date of the page, such as `2026-11-22`.
  let date: String

  package init(program: String, app: String, version: String, date: String) {
    self.program = program
    self.app = app
    self.version = version
    self.date = date
  }

  package func text(for verbs: [VerbDeclaration]) -> String {
    var lines = [
      ".TH \(quoted(program.uppercased())) 1 \(date) \(quoted("\(app) \(version)"))",
      ".SH NAME",
      "\(escaped(program)) \\- run an app, record its sessions, and replay them step by step",
      ".SH SYNOPSIS",
      ".B \(escaped(program))",
      ".I command",
      "\\&.\\|.\\|.",
      ".SH DESCRIPTION",
    ]
    lines += filled(
      "Runs the app \(app), records its sessions into logs, and replays the logs with every step "
        + "verified. Options and operands can be mixed, and options can be abbreviated if the "
        + "abbreviation is unique. Arguments after -- are operands.")
    lines.append(".SH OPTIONS")
    lines += CommonOptions.ofProgram.flatMap { entry($0.spec) }
    lines.append(".SH COMMANDS")
    lines += verbs.flatMap { section(on: $0, among: verbs) }
    lines += environment
    lines.append(".SH EXAMPLES")
    lines += kept(verbs.flatMap { verb in verb.examples.map { "\(program) \($0)" } })
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(
    on verb: VerbDeclaration, among verbs: [VerbDeclaration]
  ) -> [String] {
    let summary = verb.summary.prefix(1).uppercased() + verb.summary.dropFirst()
    var lines = [".SS \(quoted("\(program) \(verb.name)"))", escaped("\(summary).")]
    lines += [".PP", "\\fB\(escaped(program)) \(verb.name)\\fR"]
    // `\%` prevents hyphenation, and `\ ` keeps the value on the line of its option.
    lines += verb.synopsis.map { "\\%\(escaped($0).replacing(" ", with: "\\ "))" }
    for group in verb.ownOptions.grouped {
      if let heading = group.heading { lines += [".PP", escaped("\(heading):")] }
      lines += group.options.flatMap(entry)
    }
    for block in verb.details(after: verbs).blocks {
      switch block {
      case .paragraph(let text): lines += [".PP"] + filled(text)
      case .lines(let text): lines += [".PP"] + kept(text)
      }
    }
    lines += [".PP", "Exit codes:"]
    for meaning in verb.exitCodes {
      lines += [".TP", ".B \(quoted(meaning.list))", escaped(meaning.text)]
    }
    return lines
  }

  private func entry(_ option: OptionSpec) -> [String] {
    let names = (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
    let bold = names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
    return [".TP", bold + value, escaped(option.summary)]
  }

  private func kept(_ lines: [String]) -> [String] {
    [".RS 4", ".nf"] + lines.map(escaped) + [".fi", ".RE"]
  }

  private func filled(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= Self.width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map(escaped)
  }

  private var environment: [String] {
    let variables = [
      ("XDG_DATA_HOME", "base folder for the app's data (default: ~/.local/share)"),
      ("NO_COLOR", "if not empty, disables colors unless --color requests them"),
      ("COLUMNS", "width at which lines are truncated (default: that of the terminal)"),
      ("TERM", "kind of the terminal; 'dumb' has no full screen and no colors"),
      ("GITHUB_ACTIONS", "if 'true', replay prints annotations for GitHub"),
    ]
    return [".SH ENVIRONMENT"]
      + variables.flatMap { [".TP", ".B \($0.0)", escaped($0.1)] }
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "…": result += "..."
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where !scalar.isASCII:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // A dot at the beginning of a line would start a request.
    return result.hasPrefix(".") ? "\\&\(result)" : result
  }

  private func quoted(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }
}
