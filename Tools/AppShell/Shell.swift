import ComposableArchitecture
import SessionLog
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
    case .verb(let verb):
      return await verb.run(in: self, style: style)
    case .version:
      console.output.line("\(App.name) \(App.version)")
      return 0
    }
  }

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
        identity: identity, dependencies: App.recordedDependencies, migrations: App.migrations,
        initialState: { App.initialState }
      ) {
        App.feature.assemble()
      })
  }

  /// Tells what went wrong, after the program's name.
  func complain(_ message: some CustomStringConvertible) {
    console.errors.line("\(environment.program): \(message)")
  }

  /// The logs that paths name; `nil` if there are none, which is told.
  func corpus(at paths: [String]) -> Corpus? {
    do throws(CorpusError) {
      let corpus = try Corpus(paths: paths)
      for note in corpus.archiveNotes { complain(note) }
      return corpus
    } catch {
      complain(error.description.visible)
      return nil
    }
  }

  /// Opens a log. An empty session is reported, as what is printed of it may be nothing.
  func session(at path: String) throws(SessionReadError) -> SessionReader {
    let reader = try SessionReader(path: path)
    if reader.log.state == .whole, reader.log.stepCount == 0 { tellOfEmptySession(at: path) }
    return reader
  }

  /// Reports that a log has no steps.
  func tellOfEmptySession(at path: String) {
    complain("'\(path.visible)' is an empty session: it has no steps")
  }

  /// The exit code if something is at the path of an output that may not be replaced, which is told.
  func refusal(toReplace path: String, force: Bool) -> Int32? {
    guard !force, FileKind(at: path) != nil else { return nil }
    complain("'\(path.visible)' exists; give another path with -o, or replace it with --force")
    return ExitCode.usage
  }

  /// Shows at a terminal, and tells a CI server, how many logs are done.
  func withProgress<Result>(
    over corpus: Corpus, _ work: ((Int) -> Void) -> Result
  ) -> Result {
    withProgress(overLogs: corpus.list.count, work)
  }

  /// Shows at a terminal, and tells a CI server, how many of a number of logs are done.
  func withProgress<Result, Failure: Error>(
    overLogs count: Int, _ work: ((Int) -> Void) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isServer = ["true", "1"].contains(environment.variables["CI"])
    let bar = ProgressBar(
      total: count,
      for: environment.isErrorTerminal ? .terminal : isServer ? .server : nil, console.errors)
    defer { bar.remove() }
    return try work(bar.advance)
  }

  private func report(_ error: UsageError) -> Int32 {
    let program = environment.program
    complain(error)
    if error == .noVerb {
      console.errors.line("Usage: \(program) \(Verbs.names.joined(separator: "|")) …")
    }
    let word = environment.arguments.first { !$0.hasPrefix("-") }
    let verb = word.flatMap { try? Verbs.named($0) }.map { " \($0.name)" } ?? ""
    console.errors.line("'\(program) help\(verb)' says more.")
    return ExitCode.usage
  }
}
