package enum CompletedShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  package static let names = allCases.map(\.rawValue)
}

package struct CompletionScript {
  let program: String
  let verbs: [VerbDeclaration]

  package init(program: String, verbs: [VerbDeclaration]) {
    self.program = program
    self.verbs = verbs
  }

  package func text(for shell: CompletedShell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The program's name, with only the characters that names of functions can contain.
  var identifier: String {
    String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  var programOptions: [OptionSpec] { CommonOptions.ofProgram.map(\.spec) }
}

extension String {
  /// The text as a single word of a shell, in single quotes: `'it'\''s'`.
  var shellQuoted: String { "'\(replacing("'", with: "'\\''"))'" }
}
