/// A verb of the command line. One type declares everything about it.
///
/// Help, usage errors, completions, the manual page and the command reference are made from the
/// declaration. To add a verb, write a type and add it to `Verbs.all`.
package protocol Verb: Equatable, Sendable {
  /// The word on the command line.
  static var name: String { get }
  /// What the verb does, in a few words.
  static var summary: String { get }
  /// The words behind the verb that are not options.
  static var operand: VerbOperand<Self>? { get }
  /// The options that only some verbs have.
  static var options: [VerbOption<Self>] { get }
  /// Paragraphs of text; indented lines are kept as they are.
  static var details: String { get }
  /// What the exit codes mean.
  static var exitCodes: [ExitMeaning] { get }
  /// Command lines that work, without the name of the program.
  static var examples: [String] { get }

  /// Creates the verb as it is without options and operands.
  init()

  /// Checks the options that depend on each other.
  func validate() throws(UsageError)

  /// Performs the verb, and returns the exit code.
  @MainActor
  func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) async -> Int32
}

extension Verb {
  package static var operand: VerbOperand<Self>? { nil }
  package static var options: [VerbOption<Self>] { [] }
  package static var details: String { "" }

  package func validate() throws(UsageError) {}
}

/// The declaration of a verb without its type, for the texts that are made from it.
package struct VerbDeclaration: Sendable {
  package let name: String
  package let summary: String
  let operand: OperandSpec?
  /// The verb's own options, without those that every verb has.
  let ownOptions: [OptionSpec]
  let details: String
  let exitCodes: [ExitMeaning]
  let examples: [String]

  /// Reads the declaration of a verb.
  package init<V: Verb>(_ verb: V.Type) {
    name = V.name
    summary = V.summary
    operand = V.operand?.spec
    ownOptions = V.options.map(\.spec)
    details = V.details
    exitCodes = V.exitCodes
    examples = V.examples
  }

  /// All options of the verb.
  var options: [OptionSpec] { ownOptions + CommonOptions.ofVerbs.map(\.spec) }
}
