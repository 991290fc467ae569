/// A verb of the command line.
///
/// Help, usage errors, completions, the manual page and the command reference are generated from
/// the declaration. To add a verb, write a type and add it to `Verbs`.
package protocol Verb: Equatable, Sendable {
  /// The word that selects the verb on the command line.
  static var name: String { get }
  /// A phrase that completes "the verb can …", shown in the overview.
  static var summary: String { get }
  static var operand: VerbOperand<Self>? { get }
  /// The options of the verb, without the options of all verbs.
  static var options: [VerbOption<Self>] { get }
  /// Paragraphs shown after the options. Indented lines are preformatted.
  static var details: String { get }
  static var exitCodes: [ExitMeaning] { get }
  /// Complete command lines, without the name of the program.
  static var examples: [String] { get }

  init()

  func validate() throws(UsageError)
}

extension Verb {
  package static var operand: VerbOperand<Self>? { nil }
  package static var options: [VerbOption<Self>] { [] }
  package static var details: String { "" }

  package func validate() throws(UsageError) {}
}

/// The declaration of a verb without its type, for generated texts.
package struct VerbDeclaration: Sendable {
  package let name: String
  package let summary: String
  let operand: OperandSpec?
  /// The options of the verb, without the options of all verbs.
  let ownOptions: [OptionSpec]
  let details: String
  let exitCodes: [ExitMeaning]
  let examples: [String]

  package init<V: Verb>(_ verb: V.Type) {
    name = V.name
    summary = V.summary
    operand = V.operand?.spec
    ownOptions = V.options.map(\.spec)
    details = V.details
    exitCodes = V.exitCodes
    examples = V.examples
  }

  var options: [OptionSpec] { ownOptions + CommonOptions.ofVerbs.map(\.spec) }
}

/// A group of verbs with a heading, for the overview and the reference.
package struct VerbGroup: Sendable {
  let heading: String
  let verbs: [VerbDeclaration]

  package init(heading: String, verbs: [VerbDeclaration]) {
    self.heading = heading
    self.verbs = verbs
  }
}
