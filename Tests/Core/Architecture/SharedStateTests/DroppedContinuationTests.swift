import DependencyInjection
import Issues
import SharedState
import Testing

@Suite("Continuations that a key does not resume")
struct DroppedContinuationTests {
  private static let loadIssue = """
    DroppingKey settings discarded its continuation without resuming it, so the value stays \
    unchanged. Resume it exactly once, on each path through 'load'.
    """
  private static let saveIssue = """
    DroppingKey settings discarded its continuation without resuming it, so the save counts as \
    successful. Resume it exactly once, on each path through 'save'.
    """

  /// Returns the issues that a function reports.
  private func issues(
    of body: @Sendable () async throws -> Void
  ) async rethrows -> [String] {
    let messages = LockIsolated<[String]>([])
    try await IssueReports.withHandler({ issue in
      messages.withValue { $0.append(issue.message) }
    }) {
      try await body()
    }
    return messages.value
  }

  @Test("A dropped continuation is reported at the property that made the reference")
  func location() async throws {
    let lines = LockIsolated<[UInt?]>([])
    let declaration = LockIsolated<UInt>(0)
    try await IssueReports.withHandler({ issue in
      lines.withValue { $0.append(issue.location?.line) }
    }) {
      declaration.setValue(#line + 1)
      @Shared(DroppingKey(drops: .load)) var number = 3
      try await $number.load()
      #expect(number == 3)
    }
    #expect(lines.value == [declaration.value, declaration.value])
  }

  @Test("A dropped load leaves the default value and is reported with the key")
  func initialLoad() async {
    let issues = await issues {
      @Shared(DroppingKey(drops: .load)) var number = 3
      #expect(number == 3)
      #expect(!$number.isLoading)
      #expect($number.loadError == nil)
    }
    #expect(issues == [Self.loadIssue])
  }

  @Test("A requested load that is dropped returns, and leaves the value")
  func load() async throws {
    let issues = try await issues {
      @Shared(DroppingKey(drops: .load)) var number = 3
      $number.withLock { $0 = 4 }
      try await $number.load()
      #expect(number == 4)
      #expect(!$number.isLoading)
    }
    #expect(issues == [Self.loadIssue, Self.loadIssue])
  }

  @Test("A requested save that is dropped returns")
  func save() async throws {
    let issues = try await issues {
      @Shared(DroppingKey(drops: .save)) var number = 3
      try await $number.save()
      #expect($number.saveError == nil)
    }
    #expect(issues == [Self.saveIssue])
  }

  @Test("A dropped save of a change is reported, and later changes are saved")
  func change() async {
    let issues = await issues {
      let saved = LockIsolated<[Int]>([])
      @Shared(DroppingKey(drops: .save, saved: saved)) var number = 3
      $number.withLock { $0 = 4 }
      $number.withLock { $0 = 5 }
      #expect(number == 5)
      #expect(saved.value == [4, 5])
    }
    #expect(issues == [Self.saveIssue, Self.saveIssue])
  }

  @Test("A dropped load of a required value throws, and is reported with the key")
  func required() async {
    let issues = await issues {
      await #expect(throws: (any Error).self) {
        try await Shared(require: DroppingKey(drops: .load))
      }
    }
    #expect(issues == [Self.loadIssue])
  }

  @Test("A dropped continuation of a key with a default value is reported with the base key")
  func defaultValue() async {
    let issues = await issues {
      @Shared(DroppingKey[DroppingKey(drops: .load), default: 7]) var number
      #expect(number == 7)
    }
    #expect(issues == [Self.loadIssue])
  }

  @Test("A continuation is dropped only with its last copy")
  func copies() async {
    let results = LockIsolated<[Int?]>([])
    let issues = await issues {
      var copy: LoadContinuation<Int>?
      do {
        let continuation = LoadContinuation<Int>("A key") { result in
          results.withValue { $0.append(try? result.get()) }
        }
        copy = continuation
      }
      copy?.resume(returning: 1)
      copy = nil
      #expect(results.value == [1])
    }
    #expect(issues == [])
  }

  @Test("A continuation that is resumed twice and then dropped is reported once")
  func resumedTwice() async {
    let issues = await issues {
      let continuation = SaveContinuation("A key") { _ in }
      continuation.resume()
      continuation.resume()
    }
    #expect(
      issues == ["A key resumed its continuation more than once. Resume it exactly once."])
  }
}

/// A key that returns from `load` or `save` without resuming or storing its continuation.
private struct DroppingKey: SharedKey {
  enum Function { case load, save }

  let drops: Function
  var saved = LockIsolated<[Int]>([])
  let id = "settings"

  func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
    if drops != .load { continuation.resumeReturningInitialValue() }
  }

  func subscribe(
    context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
  ) -> SharedSubscription {
    SharedSubscription {}
  }

  func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
    saved.withValue { $0.append(value) }
    if drops != .save { continuation.resume() }
  }
}
