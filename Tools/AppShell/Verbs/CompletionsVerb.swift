package import CommandLineKit

package struct CompletionsVerb: ShellVerb {
  package static let name = "completions"
  package static let summary = "print completions for bash, zsh or fish"
  package static let operand: VerbOperand<Self>? = VerbOperand(
    spec: OperandSpec(
      usage: "SHELL", kind: .choices(CompletedShell.names),
      needed: "a SHELL: \(CompletedShell.names.alternatives)")
  ) { (words, verb) throws(UsageError) in
    guard let shell = CompletedShell(rawValue: words[0]) else {
      throw .badValue(
        option: name, value: words[0], expected: CompletedShell.names.alternatives,
        nearest: NearestName.to(words[0], among: CompletedShell.names))
    }
    verb.shell = shell
  }
  package static let details = """
    The script completes commands, options, values of options and paths. The file from
    which a shell reads it is named after the program:
      bash   ~/.local/share/bash-completion/completions/PROGRAM
      zsh    _PROGRAM in a folder of $fpath
      fish   ~/.config/fish/completions/PROGRAM.fish
    """
  package static let exitCodes = [ExitMeaning.success, .usage]
  package static let examples = ["completions bash"]

  package var shell = CompletedShell.bash

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    let script = CompletionScript(
      program: shell.environment.program, verbs: Verbs.declarations)
    shell.console.output.text(script.text(for: self.shell))
    return 0
  }
}
