public import ComposableArchitecture
import Foundation
@_exported public import SessionReplay
@_exported public import TerminalUI

/// An app that the shell runs, records and replays.
///
///     @main
///     struct SampleApp: ShellApp {
///       static let name = "Sample"
///       static let version = "1.0.0"
///       static var initialState: AppFeature.State { AppFeature.State() }
///       static var feature: AppFeature { AppFeature() }
///       static func screen(of state: AppFeature.State) -> String { "\(state.count)" }
///     }
public protocol ShellApp: SendableMetatype {
  /// The feature that is the whole app.
  associatedtype Feature: Reducer where Feature.State: Recordable, Feature.Action: Recordable

  /// What the app calls itself in its logs: a log is replayed only by the app of its name.
  static var name: String { get }

  /// The version of the app, for people.
  static var version: String { get }

  /// The version of the app's types, counted from 1: older logs are migrated to it.
  static var schemaVersion: Int { get }
  /// What becomes of logs of older versions of the app's types.
  static var migrations: [SessionMigration] { get }
  /// The state in which every session begins.
  static var initialState: Feature.State { get }

  /// The feature that is the whole app.
  @ReducerBuilder<Feature.State, Feature.Action>
  static var feature: Feature { get }

  /// What is sent to the app when a person starts it, such as to load what was saved; nil for nothing.
  ///
  /// A script says everything that happens itself.
  static var launchAction: Feature.Action? { get }

  /// What is sent to the app when a person ends it, such as to save what is not saved yet; nil for
  /// nothing.
  ///
  /// The app ends when the effects that this starts have ended.
  static var quitAction: Feature.Action? { get }

  /// What the app shows, as lines of text; control characters in it are shown and not obeyed.
  static func screen(of state: Feature.State) -> String

  /// The tabs of the full screen; without them it shows the text, which can be scrolled.
  ///
  /// Which tab is shown is a part of the state where each tab says so by `selected(_:by:)`.
  static func tabs(of state: Feature.State) -> [Screen<Feature.Action>]

  /// The dependencies whose values are recorded when a reducer reads them.
  static var recordedDependencies: [RecordedDependency] { get }

  /// How the source of generated tests names the app; by default, by the names of this type's members.
  static var testSource: TestSource { get }
}

extension ShellApp {
  /// One tab, with the text that the app shows.
  public static func tabs(of state: Feature.State) -> [Screen<Feature.Action>] {
    [Screen(name, lines: screen(of: state).components(separatedBy: "\n"))]
  }

  /// Nothing.
  public static var launchAction: Feature.Action? { nil }

  /// Nothing.
  public static var quitAction: Feature.Action? { nil }

  /// The dependencies that the library provides.
  public static var recordedDependencies: [RecordedDependency] { RecordedDependency.standard }

  /// The members of the app's type, whose module tests import.
  public static var testSource: TestSource {
    let names = _typeName(Self.self, qualified: true).split(separator: ".")
    let app = names.dropFirst().joined(separator: ".")
    return TestSource(
      imports: (names.first.map { [String($0)] } ?? []) + ["AppShell"], feature: "\(app).feature",
      initialState: "\(app).initialState", screen: "\(app).screen(of: $0)",
      dependencies: "\(app).recordedDependencies")
  }

  /// The first version.
  public static var schemaVersion: Int { 1 }

  /// None.
  public static var migrations: [SessionMigration] { [] }

  /// Does what the command line says, and exits.
  @MainActor
  public static func main() async {
    StandardDescriptors.takePlaces()
    if CommandLine.arguments.dropFirst().first == ReplayWorker.argument {
      ReplayWorker.run(Shell<Self>.replayer)
    }
    if showsSecrets(CommandLine.arguments) { CrashReport.hideValues() }
    let console = Console.ofProcess
    let shell = Shell<Self>(console: console, environment: .ofProcess)
    if let shortage = DescriptorShortage.ofProcess {
      shell.complain(shortage)
      console.exit(ExitCode.failure)
    }
    console.exit(await shell.run())
  }

  /// Whether a command line may run the app, and the app has secrets.
  private static func showsSecrets(_ arguments: [String]) -> Bool {
    arguments.contains { $0 == RunVerb.name || $0 == RecordVerb.name }
      && ActionReader<Feature.Action>(state: Feature.State.self).secrets != nil
  }
}
