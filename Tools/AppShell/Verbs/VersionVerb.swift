package import CommandLineKit

package struct VersionVerb: ShellVerb {
  package static let name = "version"
  package static let summary = "print the version"
  package static let exitCodes = [ExitMeaning.success, .usage]
  package static let examples = ["version"]

  package init() {}

  package func run<App: ShellApp>(in shell: Shell<App>, style: OutputStyle) -> Int32 {
    shell.console.output.line("\(App.name) \(App.version)")
    return 0
  }
}
