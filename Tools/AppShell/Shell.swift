package import CommandLineKit
import ComposableArchitecture
import Platform
import ReplayCorpus
import SessionDocument
import SessionLog
import SessionReplay
import Simulation

/// Parses a command line and runs its command.
@MainActor
package struct Shell<App: ShellApp> {
  let console: Console
  let environment: ShellEnvironment
  /// Reads the user's answer to a question. Returns `nil` at the end of the input.
  let readAnswer: () -> String?

  package init(
    console: Console, environment: ShellEnvironment,
    readAnswer: @escaping () -> String? = { readLine() }
  ) {
    self.console = console
    self.environment = environment
    self.readAnswer = readAnswer
  }

  package func run() async -> Int32 {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try CommandParser.parse(environment.arguments)
    } catch {
      return report(error)
    }
    let style = environment.style(for: invocation.color)
    return await invocation.verb.run(in: self, style: style)
  }

  var identity: AppIdentity { Self.identity }

  var replayer: SessionReplayer<App.Feature.State, App.Feature.Action> { Self.replayer }

  private nonisolated static var identity: AppIdentity {
    AppIdentity(
      name: App.name, version: App.version, build: BuildDescription.current,
      schemaVersion: App.schemaVersion)
  }

  /// The app as explored sessions use it.
  static var simulation: Simulation<App.Feature.State, App.Feature.Action> {
    Simulation(
      replayer.app, initialState: { App.initialState }, invariants: App.invariants,
      isOffered: { App.Feature.invariantReducer?.isOffered($0, in: $1) ?? true },
      launchAction: App.launchAction, quitAction: App.quitAction)
  }

  /// The replayer of the app's logs, for the shell and for worker processes.
  nonisolated static var replayer: SessionReplayer<App.Feature.State, App.Feature.Action> {
    SessionReplayer(
      ReplayedApp(
        identity: identity, dependencies: App.recordedDependencies, migrations: App.migrations,
        initialState: { App.initialState }
      ) {
        App.feature.assemble()
      })
  }

  /// Returns the settings of worker processes; `nil` if the app runs in this process.
  func workers(timeout: Int? = nil, memory: Int? = nil) -> WorkerSettings? {
    environment.worker.map { WorkerSettings($0, timeout: timeout, memory: memory) }
  }

  func printError(_ message: some CustomStringConvertible) {
    console.errors.line("\(environment.program): \(message)")
  }

  /// Returns the logs at some paths. If there are none, prints an error and returns `nil`.
  func corpus(at paths: [String]) -> Corpus? {
    do throws(CorpusError) {
      let corpus = try Corpus(paths: paths)
      for note in corpus.archiveNotes { printError(note) }
      return corpus
    } catch {
      printError(error.description.visible)
      return nil
    }
  }

  /// Opens a log. Reports an empty session, whose output may otherwise be empty.
  func session(at path: String) throws(SessionReadError) -> SessionReader {
    let reader = try SessionReader(path: path)
    if reader.log.state == .whole, reader.log.stepCount == 0 { reportEmptySession(at: path) }
    return reader
  }

  func reportEmptySession(at path: String) {
    printError("'\(path.visible)' is an empty session: it has no steps")
  }

  /// Returns an exit code, after an error message, if an existing file must not be replaced.
  func refusal(toReplace path: String, force: Bool) -> Int32? {
    guard !force, FileKind(at: path) != nil else { return nil }
    printError("'\(path.visible)' exists; give another path with -o, or replace it with --force")
    return ExitCode.usage
  }

  /// Runs a function with a shell that prints through a pager if the output is a terminal.
  func paged(
    unless isOff: Bool, _ print: (Shell<App>) throws -> Int32
  ) rethrows -> Int32 {
    try Pager.showing(console, in: environment, unless: isOff) { console in
      try print(Shell(console: console, environment: environment, readAnswer: readAnswer))
    }
  }

  func withProgress<Result>(
    over corpus: Corpus, _ work: ((Int) -> Void) -> Result
  ) -> Result {
    withProgress(overLogs: corpus.list.count, work)
  }

  func withProgress<Result, Failure: Error>(
    overLogs count: Int, _ work: ((Int) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bar = progressBar(overLogs: count)
    defer { bar.remove() }
    return try work(bar.advance)
  }

  func progressBar(overLogs count: Int) -> ProgressBar {
    let isServer = ["true", "1"].contains(environment.variables["CI"])
    return ProgressBar(
      total: count,
      for: environment.isErrorTerminal ? .terminal : isServer ? .server : nil, console.errors)
  }

  private func report(_ error: UsageError) -> Int32 {
    let program = environment.program
    printError(error)
    let word = environment.arguments.first { !$0.hasPrefix("-") }
    let verb = word.flatMap { try? Verbs.named($0) }.map { " \($0.name)" } ?? ""
    console.errors.line("See '\(program) help\(verb)'.")
    return ExitCode.usage
  }
}
