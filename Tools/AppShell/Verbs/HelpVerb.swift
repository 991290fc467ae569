package import CommandLineKit

package struct HelpVerb: ShellVerb {
  package static let name = "help"
  package static let summary = "explain a command"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(usage: "[COMMAND]", kind: .choices(Verbs.names))
  ) { (words, verb) throws(UsageError) in
    verb.topic = try words.first.map { name throws(UsageError) in try Verbs.named(name).name }
  }
  package static let options: [VerbOption<Self>] = [
    .flag("markdown", "print the reference of all commands as Markdown", \.isMarkdown)
  ]
  package static let exitCodes = [ExitMeaning.success, .usage]
  package static let examples = ["help replay"]

  /// The verb to explain; `nil` for the overview.
  package var topic: String?
  package var isMarkdown = false

  package init() {}

  init(about topic: String) {
    self.topic = topic
  }

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let program = shell.environment.program
    let verb = Verbs.declarations.first { $0.name == topic }
    let help = HelpText(program: program, app: App.name)
    let reference = CommandReference(program: program)
    let text =
      switch (verb, isMarkdown) {
      case (let verb?, false): help.text(for: verb)
      case (let verb?, true): reference.section(on: verb, among: [verb])
      case (nil, false): help.overview(of: Verbs.groups)
      case (nil, true): reference.text(for: Verbs.groups)
      }
    shell.console.output.line(text)
    return 0
  }
}
