import CommandLineKit
import Foundation

/// Writes a package that builds on Linux from the features and tests of an app.
@main
struct Port {
  static func main() {
    let console = Console.ofProcess
    do throws(UsageError) {
      var call = try VerbCall([PortCommand.name] + CommandLine.arguments.dropFirst())
      guard let command = try call.parse(PortCommand.self) else {
        let help = HelpText(program: "", app: PortCommand.name)
        console.output.line(help.text(for: VerbDeclaration(PortCommand.self)))
        console.exit(0)
      }
      console.exit(run(command.options, console))
    } catch {
      console.errors.line("\(PortCommand.name): \(error); see '\(PortCommand.name) --help'")
      console.exit(ExitCode.usage)
    }
  }

  private static func run(_ options: PortOptions, _ console: Console) -> Int32 {
    do throws(PortError) {
      let report = try AppPort(options) { console.errors.line("\(PortCommand.name): \($0)") }.run()
      if let path = options.json {
        try call(writing: path) { try report.json.write(to: URL(filePath: path)) }
      }
      console.output.line(report.text)
      return report.isBuilt ? 0 : 1
    } catch {
      console.errors.line("\(PortCommand.name): \(error)")
      return ExitCode.failure
    }
  }
}
