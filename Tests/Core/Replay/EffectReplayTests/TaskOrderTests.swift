import ComposableArchitecture
import EffectReplay
import SessionReplay
import Testing

@MainActor
@Suite("Effects with several tasks")
struct TaskOrderTests {
  /// Children that call and send, and a summary by the effect's own task.
  private nonisolated static func children(
    _ sent: @escaping @Sendable (Int) -> [String] = { ["\($0)"] }, summary: String = "done"
  ) -> Errand.Work {
    { _, library, send in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            let found = await library.find(number)
            for text in sent(found) { await send(.got(text)) }
          }
        }
      }
      await send(.got(summary))
    }
  }

  private func finding(_ changed: @escaping Errand.Work) async throws -> Finding {
    try await EffectSession.replay(Self.children(), as: changed) { session in
      await session.send(.run(1))
      await session.open("find 2", "find 1", "find 3")
      await session.send(.tapped)
    }.finding
  }

  @Test("What children send is compared, each in its order")
  func unchanged() async throws {
    #expect(try await finding(Self.children()) == .verified)
  }

  @Test(
    "A child that sends something else, or more, or less, is reported",
    arguments: [["5"], ["1", "1"], []])
  func changed(texts: [String]) async throws {
    let changed = Self.children { $0 == 1 ? texts : ["\($0)"] }
    #expect(try await finding(changed) == .found)
  }

  @Test("Another action of the effect's own task after a group is reported")
  func summary() async throws {
    #expect(try await finding(Self.children(summary: "over")) == .found)
  }

  @Test("A result that depends on the order of children is verified in that order")
  func order() async throws {
    let report = try await EffectSession.replay({ _, library, send in
      var texts: [Int] = []
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            let found = await library.find(number)
            // As if the system ran other threads first.
            for _ in 0..<(number == 2 ? 20 : 0) { await Task.yield() }
            return found
          }
        }
        for await text in group { texts.append(text) }
      }
      await send(.got("\(texts)"))
    }) { session in
      await session.send(.run(1))
      await session.open("find 1", "find 2", "find 3")
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
  }

  @Test("A child of an effect that has finished may do no more", arguments: [false, true])
  func additionalCall(isSent: Bool) async throws {
    let changed: Errand.Work = { number, library, send in
      try await Self.children()(number, library, send)
      if isSent { await send(.got("more")) } else { _ = library.count("more") }
    }
    #expect(try await finding(changed) == .found)
  }
}
