import Mutants
import Testing

@Suite("Mutants of effects")
struct EffectMutantTests {
  /// Returns the changes of one kind in an effect with these statements.
  private func changes(_ kind: Mutant.Kind, _ statements: String) -> [String] {
    let source = """
      extension Forms {
        func form() -> EffectOf<Self> {
          .run { send in
            \(statements)
          }
        }
      }
      """
    return MutatedSource.effects(of: ["Forms.swift": source]).flatMap(\.mutants)
      .filter { $0.kind == kind }.map(\.change)
  }

  @Test("A call, an action, a wait and a 'break' are dropped")
  func droppedStatements() {
    #expect(
      changes(
        .droppedStatement,
        """
        await bank.note(text)
        await send(.got(text))
        try await child
        if late { break }
        """) == [
          "drop 'await bank.note(text)'", "drop 'await send(.got(text))'",
          "drop 'try await child'", "drop 'break'",
        ])
  }

  @Test("Waits that no dependency makes are kept")
  func realWaits() {
    #expect(changes(.droppedStatement, "await Task.yield()\ntry await Task.sleep(for: one)") == [])
    #expect(changes(.argument, "try await Task.sleep(for: .seconds(1))") == [])
  }

  @Test("A cancellation is dropped, and 'cancelInFlight' is changed")
  func cancellations() {
    #expect(
      changes(.cancellation, "Task.cancel(id: \"one\")\ngroup.cancelAll()") == [
        "drop 'Task.cancel(id: \"one\")'", "drop 'group.cancelAll()'",
      ])
    #expect(
      changes(.cancellation, "try await withTaskCancellation(id: 1, cancelInFlight: true) {}") == [
        """
        'try await withTaskCancellation(id: 1, cancelInFlight: true) {}' → \
        'try await withTaskCancellation(id: 1, cancelInFlight: false) {}'
        """
      ])
  }

  @Test("A text changes its length, and each digit changes without changing the length")
  func arguments() {
    #expect(
      changes(.argument, "await bank.note(\"a1\")") == [
        "'await bank.note(\"a1\")' → 'await bank.note(\"!a1\")'",
        "'await bank.note(\"a1\")' → 'await bank.note(\"a2\")'",
      ])
    #expect(
      changes(.argument, "await bank.post(#\"{\"a\":9}\"#)") == [
        "'await bank.post(#\"{\"a\":9}\"#)' → 'await bank.post(#\"{\"a\":0}\"#)'"
      ])
  }

  @Test("Default values and bounds of comparisons are kept, because other values may be equivalent")
  func defaults() {
    #expect(changes(.argument, "await bank.note(number ?? 0)\nif number < 7 { return }") == [])
  }

  @Test("A client is exchanged for the second one of its type, and an endpoint for a similar one")
  func clients() {
    #expect(
      changes(.otherClient, "_ = await bank.balance(account)") == [
        "'_ = await bank.balance(account)' → '_ = await bank.limit(account)'",
        "'_ = await bank.balance(account)' → '_ = await backup.balance(account)'",
      ])
  }

  @Test("Adjacent statements are exchanged if the second statement uses no value of the first")
  func order() {
    #expect(
      changes(
        .order,
        """
        let one = await bank.balance(account)
        await send(.got(one))
        await bank.note(text)
        """) == ["exchange 'await send(.got(one))' and 'await bank.note(text)'"])
  }

  @Test("Statements that no session reaches are kept")
  func unreachedStatements() {
    #expect(
      changes(
        .droppedStatement,
        """
        await bank.note(text)
        // not reached
        await send(.got(text))
        """) == ["drop 'await bank.note(text)'"])
  }

  @Test("Nothing is added after a statement that does not return")
  func endlessStatements() {
    let additions = [Mutant.Kind.addedCall, .addedAction, .addedTask].flatMap { kind in
      changes(
        kind,
        """
        await bank.note(text)
        // does not return
        try await clock.sleep(for: day)
        """)
    }
    #expect(!additions.isEmpty)
    #expect(additions.allSatisfy { $0.hasSuffix("before 'try await clock.sleep(for: day)'") })
  }

  @Test("Functions that return no effect are kept")
  func otherFunctions() {
    let source = "func helper() { run { bank.note(\"1\") } }"
    #expect(MutatedSource.effects(of: ["Helper.swift": source]).isEmpty)
  }
}
