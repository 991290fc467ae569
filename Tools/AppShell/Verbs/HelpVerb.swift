/// Explains the program or one of its verbs.
package struct HelpVerb: Verb {
  package static let name = "help"
  package static let summary = "explain a verb"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(usage: "[VERB]", kind: .choices(Verbs.names))
  ) { (words, verb) throws(UsageError) in
    verb.topic = try words.first.map { name throws(UsageError) in try Verbs.named(name).name }
  }
  package static let options: [VerbOption<Self>] = [
    .flag("markdown", "print the reference of all verbs as Markdown", \.isMarkdown)
  ]
  package static let exitCodes = [ExitMeaning.success, .usage]
  package static let examples = ["help replay"]

  /// The verb that is explained; `nil` for the program.
  package var topic: String?
  /// Whether the reference of all verbs is printed.
  package var isMarkdown = false

  package init() {}

  /// Explains a verb.
  init(about topic: String) {
    self.topic = topic
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let program = shell.environment.program
    let declarations = Verbs.declarations.filter { topic == nil || $0.name == topic }
    let help = HelpText(program: program, app: App.name)
    if isMarkdown {
      let reference = CommandReference(program: program)
      shell.console.output.line(
        topic == nil
          ? reference.text(for: declarations)
          : reference.section(on: declarations[0], among: declarations))
    } else if topic != nil {
      shell.console.output.line(help.text(for: declarations[0]))
    } else {
      shell.console.output.line(help.overview(of: declarations))
    }
    return 0
  }
}
