public import ComposableArchitecture
import Foundation
import RecordCoding
public import SessionRecording
public import SessionReplay
public import TerminalUI
public import TestGeneration

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
  /// The type of the root feature of the app.
  associatedtype Feature: ReducerRuntime.Reducer
  where Feature.State: Recordable, Feature.Action: Recordable

  /// The name of the app in its logs. A log is replayed only by the app with the same name.
  static var name: String { get }

  /// The version of the app, for display.
  static var version: String { get }

  /// The version of the app's types, counted from 1: older logs are migrated to it.
  static var schemaVersion: Int { get }
  /// The migrations of logs that older versions of the app's types recorded.
  static var migrations: [SessionMigration] { get }
  /// The initial state of every session.
  static var initialState: Feature.State { get }

  /// The root feature of the app.
  @ReducerBuilder<Feature.State, Feature.Action>
  static var feature: Feature { get }

  /// The action sent when a user starts the app, such as to load saved data; `nil` for none.
  ///
  /// The action is sent only if the input is a terminal, because a script contains all actions.
  static var launchAction: Feature.Action? { get }

  /// The action sent when a user quits the app, such as to save unsaved data; `nil` for none.
  ///
  /// The app exits when all effects have ended, or after half a second.
  static var quitAction: Feature.Action? { get }

  /// Returns the app's screen as lines of text. Control characters are shown as escapes.
  static func screen(of state: Feature.State) -> String

  /// Returns the tabs of the full screen. The default is a single tab with the text of
  /// `screen(of:)`.
  ///
  /// To make the selection a part of the state, mark each tab with `selected(_:by:)`.
  static func tabs(of state: Feature.State) -> [Screen<Feature.Action>]

  /// The dependencies whose values are recorded when a reducer reads them.
  static var recordedDependencies: [RecordedDependency] { get }

  /// The conditions that explored sessions check, by default the conditions of an
  /// `InvariantReducer`.
  static var invariants: [Invariant<Feature.State, Feature.Action>] { get }

  /// The expressions that refer to the app in generated tests.
  static var testSource: TestSource { get }
}

extension ShellApp {
  /// Returns a single tab with the text of the app's screen.
  public static func tabs(of state: Feature.State) -> [Screen<Feature.Action>] {
    [Screen(name, lines: screen(of: state).components(separatedBy: "\n"))]
  }

  /// No action.
  public static var launchAction: Feature.Action? { nil }

  /// No action.
  public static var quitAction: Feature.Action? { nil }

  /// The dependencies that the library provides.
  public static var recordedDependencies: [RecordedDependency] { RecordedDependency.standard }

  /// Expressions that refer to the members of the app's type. Tests import its module.
  public static var testSource: TestSource {
    let names = qualifiedName(of: Self.self).nameComponents
    let app = names.dropFirst().joined(separator: ".")
    return TestSource(
      imports: [names[0], "AppShell"], feature: "\(app).feature",
      initialState: "\(app).initialState", screen: "\(app).screen(of: $0)",
      dependencies: "\(app).recordedDependencies")
  }

  /// No conditions.
  public static var invariants: [Invariant<Feature.State, Feature.Action>] { [] }

  /// Version 1.
  public static var schemaVersion: Int { 1 }

  /// No migrations.
  public static var migrations: [SessionMigration] { [] }
}

extension ShellApp where Feature: InvariantReducer {
  /// The conditions that the root feature declares.
  public static var invariants: [Invariant<Feature.State, Feature.Action>] { Feature.invariants }
}
