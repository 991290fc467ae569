import ComposableArchitecture
import Counter
import DependencyInjection
import Foundation
import SessionModel
import SessionRecording
import SessionReplay
import Testing

/// A session of an earlier version of the app, with the path of its log.
struct OlderSession: Sendable, CustomTestStringConvertible {
  let name: String
  let record: @MainActor @Sendable (_ path: String) throws -> Void

  var testDescription: String { name }
  var path: String { Self.folder + "/\(name).reprise" }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sessions/older").path

  init<Feature: Reducer>(
    _ name: String, of feature: @escaping @MainActor @Sendable () -> Feature,
    from state: Feature.State, _ actions: [Feature.Action]
  )
  where
    Feature.State: Recordable & Equatable & Sendable,
    Feature.Action: Recordable & Equatable & Sendable
  {
    self.name = name
    record = { path in
      let recorder = try SessionRecorder<Feature.State, Feature.Action>(
        path: path, app: AppIdentity(name: "Reprise", version: "0.0.1", build: "an earlier form"),
        initialState: state, recorded: "2026-01-01T00:00:00Z",
        options: SessionRecordingOptions(overwrite: true),
        milliseconds: { 0 }, onFailure: { _ in })
      let store = Store(
        initialState: state, reducer: feature,
        withDependencies: {
          $0.uuid = .incrementing
          recorder.install(in: &$0)
        }, observer: recorder)
      for action in actions { store.send(action) }
      _ = try recorder.finish()
    }
  }

  static let beforeFieldAdded = OlderSession(
    "before-a-field-was-added", of: { CounterApp() }, from: CounterApp.State(),
    [.counter(.incrTapped), .counter(.decrTapped), .counter(.isPrimeButtonTapped)])
  static let beforeCaseRenamed = OlderSession(
    "before-a-case-was-renamed", of: { PlainApp() }, from: PlainApp.State(),
    [.counter(.increment), .counter(.increment), .counter(.decrement)])
  static let beforeFieldRemoved = OlderSession(
    "before-a-field-was-removed", of: { TapCountingApp() }, from: TapCountingApp.State(),
    [.counter(.incrTapped), .counter(.incrTapped), .counter(.decrTapped)])
  static let beforeTypeChanged = OlderSession(
    "before-the-type-of-a-field-changed", of: { CountingShopApp() }, from: CountingShopApp.State(),
    [
      .shoppingList(.addProduct), .shoppingList(.addProduct),
      .shoppingList(.products(.element(id: UUID(0), action: .updateName("Milk")))),
      .shoppingList(.products(.element(id: UUID(1), action: .toggleStatus))),
      .shoppingList(.products(.element(id: UUID(1), action: .toggleStatus))),
      .shoppingList(.products(.element(id: UUID(0), action: .toggleStatus))),
    ])

  static let all = [beforeFieldAdded, beforeCaseRenamed, beforeFieldRemoved, beforeTypeChanged]
}
