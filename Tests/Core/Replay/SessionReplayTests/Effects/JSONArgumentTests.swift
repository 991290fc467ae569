import ComposableArchitecture
import DependencyInjection
import SessionReplay
import Foundation
import Testing

@MainActor
@Suite("JSON in the arguments of calls")
struct JSONArgumentTests {
  /// Records an effect that stores a text, and replays it with a different text.
  private func report(recorded: String, stored: String) async throws -> EffectReport {
    func session(_ text: String) throws -> EffectSession<Keeper> {
      try EffectSession(Keeper.State()) { Keeper(text: text) }
    }
    let session = try session(recorded)
    await session.send(.keep)
    try session.finish()
    let (steps, effects) = await session.replay { Keeper(text: stored) }
    if case .match = steps.verdict {} else { Issue.record("\(steps.verdict)") }
    await session.end()
    return effects
  }

  @Test(
    "The order of keys is not compared, because it may differ in each process",
    arguments: [
      (#"{"a":1,"b":[{"c":2,"d":"x"}]}"#, #"{"b":[{"d":"x","c":2}],"a":1}"#),
      (#"[{"a":1.5,"b":null}]"#, #"[{"b":null,"a":1.5}]"#),
      (#"{"a b":"}\",","c":[ 1, 2 ]}"#, #"{"c":[ 1, 2 ],"a b":"}\","}"#),
      ("{\n  \"a\" : 1,\n  \"b\" : {}\n}", "{\n  \"b\" : {},\n  \"a\" : 1\n}"),
    ])
  func keys(recorded: String, stored: String) async throws {
    let report = try await report(recorded: recorded, stored: stored)
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
  }

  @Test(
    "Different contents are reported",
    arguments: [
      (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"[{},1,2]"#, #"[{},2,1]"#),
      (#"{"a":1"#, #"{"1":a"#), ("{a b}", "{b a}"),
      (#"{"a":1,"a":2}"#, #"{"a":3,"a":2}"#), (#"{"a":1,"a":2}"#, #"{"a":2,"a":1}"#),
      (#"{"a":1e2}"#, #"{"a":100}"#), (#"{"a": 1,"b":2}"#, #"{"a":1, "b":2}"#),
      (#"[1.0]"#, #"[1 ]"#), (#"{"a":"\u0041"}"#, #"{"a":"A"}     "#),
    ])
  func contents(recorded: String, stored: String) async throws {
    let report = try await report(recorded: recorded, stored: stored)
    #expect(report.divergence?.step == 1)
  }
}

/// An app that stores a text as data and as text.
@Reducer
private struct Keeper {
  @Recordable
  struct State: Equatable {}

  @Recordable
  enum Action: Equatable { case keep }

  let text: String

  @Dependency(\.library) var library
  @Dependency(\.dataStorage) var storage

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { [text, library, storage] _ in
      try? await storage.save(Data(text.utf8), "text")
      _ = library.count(text)
    }
  }
}
