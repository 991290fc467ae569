import ComposableArchitecture
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

  private func finding(
    _ changed: @escaping Errand.Work, afterSteps count: Int = 0
  ) async throws -> Finding {
    try await EffectSession.replay(Self.children(), as: changed) { session in
      for _ in 0..<count { await session.send(.tapped) }
      await session.send(.run(1))
      await session.open("find 2", "find 1", "find 3")
      await session.send(.tapped)
    }.finding
  }

  @Test("The actions of each child are compared in their order")
  func unchanged() async throws {
    #expect(try await finding(Self.children()) == .verified)
  }

  @Test(
    "A child that sends a different action, or more or fewer actions, is reported",
    arguments: [["5"], ["1", "1"], []])
  func changed(texts: [String]) async throws {
    let changed = Self.children { $0 == 1 ? texts : ["\($0)"] }
    #expect(try await finding(changed) == .found)
  }

  @Test("A different action of the effect's own task after a group is reported")
  func summary() async throws {
    #expect(try await finding(Self.children(summary: "over")) == .found)
  }

  @Test("A difference late in a long log is not replayed in other orders, and not verified")
  func lateInLongLog() async throws {
    #expect(
      try await finding(Self.children(summary: "over"), afterSteps: TaskOrder.maxIndex + 1)
        == .named)
  }

  @Test("A result that depends on the order of children is verified in that order")
  func order() async throws {
    let report = try await EffectSession.replay({ _, library, send in
      var texts: [Int] = []
      await withTaskGroup(of: Int.self) { group in
        for number in 1...3 {
          group.addTask {
            let found = await library.find(number)
            // The pause is as if the system ran other threads first.
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

  /// Two calls by effect 1, and a task of effect 2 that is canceled after a call of the effect's
  /// own task. It is created before the call or after it.
  private nonisolated static func canceledTask(startsFirst: Bool) -> Errand.Work {
    { number, library, send in
      if number == 1 {
        for book in 1...2 { await send(.got("\(await library.find(book))")) }
        return
      }
      @Sendable func start() -> Task<Void, Never> {
        Task {
          _ = library.count("first")
          await send(.got("second"))
          await withTaskCancellationHandler {
            await send(.got("third"))
          } onCancel: {
            _ = library.count("canceled")
          }
        }
      }
      await send(.got("zeroth"))
      let early = startsFirst ? start() : nil
      _ = await library.find(3)
      let task = early ?? start()
      task.cancel()
      await task.value
    }
  }

  @Test(
    "A task can start late, after other tasks got answers since its creation",
    arguments: [["find 1", "find 2", "find 3"], ["find 1", "find 3", "find 2"]], [false, true])
  func lateStart(answers: [String], isSecond: Bool) async throws {
    let finding = try await EffectSession.replay(
      Self.canceledTask(startsFirst: false), as: Self.canceledTask(startsFirst: true)
    ) { session in
      await session.send(.run(1))
      if isSecond { await session.open(answers[0]) }
      await session.send(.run(2))
      for answer in isSecond ? answers.dropFirst() : answers[...] { await session.open(answer) }
      await session.send(.tapped)
    }.finding
    #expect(finding == .verified)
  }

  @Test("A child of an effect must not act after it has finished", arguments: [false, true])
  func additionalCall(isSent: Bool) async throws {
    let changed: Errand.Work = { number, library, send in
      try await Self.children()(number, library, send)
      if isSent { await send(.got("more")) } else { _ = library.count("more") }
    }
    #expect(try await finding(changed) == .found)
  }

  /// Children whose results are sent together, in the order in which they arrive. The first child
  /// lets the second one run first.
  private nonisolated static func results(_ prefix: String = "") -> Errand.Work {
    { _, library, send in
      var results: [Int] = []
      await withTaskGroup(of: Int.self) { group in
        for number in 1...2 {
          group.addTask {
            let found = await library.find(number)
            for _ in 0..<(number == 1 ? 20 : 0) { await Task.yield() }
            return found
          }
        }
        for await result in group { results.append(result) }
      }
      await send(.got("\(prefix)\(results)"))
    }
  }

  private func report(onResults prefix: String) async throws -> EffectReport {
    try await EffectSession.replay(Self.results(), as: Self.results(prefix)) { session in
      await session.send(.run(1))
      session.gate.open("find 1")
      await session.open("find 2")
      await session.send(.tapped)
    }
  }

  @Test("If an effect matches with its answers in the reverse order, it is verified")
  func reversed() async throws {
    #expect(try await report(onResults: "").finding == .verified)
  }

  @Test("An effect is not verified if each order of its tasks leads to its own difference")
  func otherInEachOrder() async throws {
    let report = try await report(onResults: "all ")
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == ["its tasks do something else in another order"])
  }

  @Test("A difference after equal calls of several tasks is not verified")
  func equalCalls() async throws {
    let work = { (name: String) -> Errand.Work in
      { _, library, send in
        await withTaskGroup(of: Void.self) { group in
          for text in ["a", name] {
            group.addTask {
              _ = library.count("equal")
              await send(.got(text))
            }
          }
        }
      }
    }
    let report = try await EffectSession.replay(work("b"), as: work("c")) { session in
      await session.send(.run(1))
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason) == ["its concurrent parts make equal calls in any order"])
  }

  @Test("A difference of several tasks after their cancellation is not verified")
  func canceled() async throws {
    let work = { (count: Int) -> Errand.Work in
      { _, library, _ in
        await withTaskGroup(of: Void.self) { group in
          for number in 1...2 {
            group.addTask {
              try? await library.save("", "\(number)")
              if number <= count { _ = library.count("\(number)") }
            }
          }
        }
      }
    }
    let report = try await EffectSession.replay(work(2), as: work(1)) { session in
      await session.send(.run(1))
      await session.send(.stop(1))
      await session.send(.tapped)
    }
    #expect(report.divergence?.description == nil)
    #expect(
      report.unverified.map(\.reason)
        == ["its concurrent parts notice its cancellation in any order"])
  }

  @Test("A difference of tasks that cancel each other is not reported")
  func canceledPart() async throws {
    let work = { (name: String) -> Errand.Work in
      { _, library, _ in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { _ = await library.find(1) }
          group.addTask {
            do { try await library.save("", "a") } catch { _ = library.count(name) }
          }
          await group.next()
          group.cancelAll()
        }
      }
    }
    let report = try await EffectSession.replay(work("a"), as: work("bb")) { session in
      await session.send(.run(1))
      await session.open("find 1")
      await session.send(.tapped)
    }
    #expect(report.finding == .named)
  }
}
