import ComposableArchitecture
import SessionReplay

/// Does what a command line says.
@MainActor
package struct Shell<App: ShellApp> {
  let console: Console
  let environment: ShellEnvironment
  /// Reads the line that a person answers a question with; `nil` at the end of the input.
  let readAnswer: () -> String?

  /// Prepares to do what a process was told.
  package init(
    console: Console, environment: ShellEnvironment,
    readAnswer: @escaping () -> String? = { readLine() }
  ) {
    self.console = console
    self.environment = environment
    self.readAnswer = readAnswer
  }

  /// Runs the command, and returns the exit code.
  package func run() async -> Int32 {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try CommandParser.parse(environment.arguments)
    } catch {
      return report(error)
    }
    let style = environment.style(for: invocation.color)
    switch invocation.command {
    case .run(let options):
      return await run(options, style)
    case .replay(let options):
      if let path = options.junit, let code = refuse(junit: path) { return code }
      return options.tail ? await tail(options, style) : replay(options, style)
    case .show(let options):
      return show(options, style)
    case .info(let options):
      return info(options, style)
    case .play(let options):
      return await play(options, style)
    case .ledger(let options):
      return ledger(options, style)
    case .recover(let options):
      return recover(options)
    case .help(let verb):
      console.output.line(verb.map(help.text) ?? help.overview)
      return 0
    case .version:
      console.output.line("\(App.name) \(App.version)")
      return 0
    }
  }

  var help: HelpText { HelpText(program: environment.program, app: App.name) }

  /// The app as its logs know it.
  var identity: AppIdentity { Self.identity }

  /// The replayer of the app's logs.
  var replayer: SessionReplayer<App.Feature.State, App.Feature.Action> { Self.replayer }

  private nonisolated static var identity: AppIdentity {
    AppIdentity(
      name: App.name, version: App.version, build: BuildDescription.current,
      schemaVersion: App.schemaVersion)
  }

  /// The replayer of the app's logs, in any process.
  nonisolated static var replayer: SessionReplayer<App.Feature.State, App.Feature.Action> {
    SessionReplayer(
      ReplayedApp(
        identity: identity, dependencies: App.recordedDependencies, migrations: App.migrations
      ) {
        App.feature.assemble()
      })
  }

  /// Tells what went wrong, after the program's name.
  func complain(_ message: some CustomStringConvertible) {
    console.errors.line("\(environment.program): \(message)")
  }

  /// The exit code if no report can be written to a path, before the work is done for nothing.
  private func refuse(junit path: String) -> Int32? {
    guard path != ReplayOptions.standardOutput else { return nil }
    do throws(SystemFailure) {
      try FileBytes.checkWritable(path)
      return nil
    } catch {
      complain("'\(path.visible)' is not written: \(error). Give another path with --junit.")
      return ExitCode.usage
    }
  }

  private func report(_ error: UsageError) -> Int32 {
    let program = environment.program
    complain(error)
    if error == .noVerb {
      let verbs = Verb.allCases.map(\.rawValue).joined(separator: "|")
      console.errors.line("Usage: \(program) \(verbs) …")
    }
    let word = environment.arguments.first { !$0.hasPrefix("-") }
    let verb = word.flatMap(Verb.init).map { " \($0)" } ?? ""
    console.errors.line("'\(program) help\(verb)' says more.")
    return ExitCode.usage
  }
}
