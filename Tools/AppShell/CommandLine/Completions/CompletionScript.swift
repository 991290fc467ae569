/// A shell for which completions are printed.
package enum CompletedShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The names of the shells.
  static let names = allCases.map(\.rawValue)
}

/// A script that completes the command line of the program.
package struct CompletionScript {
  /// The name by which the program was called.
  let program: String
  let verbs: [VerbDeclaration]

  /// Prepares the scripts of a program.
  package init(program: String, verbs: [VerbDeclaration]) {
    self.program = program
    self.verbs = verbs
  }

  /// The script for a shell.
  package func text(for shell: CompletedShell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The program's name as a part of the names of functions.
  var identifier: String {
    String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// The options before a verb.
  var programOptions: [OptionSpec] { CommonOptions.ofProgram.map(\.spec) }
}

extension String {
  /// The text as one word of any shell that has single quotes, as `'it'\''s'`.
  var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
