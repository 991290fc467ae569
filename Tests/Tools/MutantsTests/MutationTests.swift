import Mutants
import Testing

@Suite("Mutants of sources")
struct MutationTests {
  /// Returns the changes in a reducer with these statements.
  private func changes(_ statements: String, also declarations: String = "") -> [String] {
    let source = """
      @Reducer
      struct Feature {
        enum Action { case save, saved, cancelled, failed(String) }
        private enum CancelID { case save }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          \(statements)
        }

        \(declarations)
      }
      """
    return MutatedSource.all(of: ["Notes/Feature.swift": source]).flatMap(\.mutants).map(\.change)
  }

  @Test("Operators and constants are replaced")
  func operators() {
    #expect(
      changes("if state.count < 9 { return load() }").sorted() == [
        "'if state.count < 9 { return load() }' → 'if state.count < 10 { return load() }'",
        "'if state.count < 9 { return load() }' → 'if state.count < 8 { return load() }'",
        "'if state.count < 9 { return load() }' → 'if state.count < 9 { return .none }'",
        "'if state.count < 9 { return load() }' → 'if state.count <= 9 { return load() }'",
        "'if state.count < 9 { return load() }' → 'if state.count > 9 { return load() }'",
        "'if state.count < 9 { return load() }' → 'if true { return load() }'",
      ])
    #expect(changes("state.isOn = !true").contains("'state.isOn = !true' → 'state.isOn = true'"))
    #expect(changes("state.name = \"a\"").contains("'state.name = \"a\"' → 'state.name = \"a!\"'"))
  }

  @Test("A statement is dropped, but a value is not")
  func statements() {
    #expect(
      changes("state.isOn = other\nstate.list.append(value)\nreturn .none") == [
        "drop 'state.isOn = other'", "repeat 'state.list.append(value)'",
        "drop 'state.list.append(value)'",
      ])
    #expect(changes("value()", also: "func value() -> Int { other() }") == ["'value()' → '.none'"])
  }

  @Test("A sent action is replaced by an action whose associated values have the same types")
  func actions() {
    #expect(
      changes("return .send(.saved)") == [
        "'return .send(.saved)' → 'return .none'",
        "'return .send(.saved)' → 'return .send(.cancelled)'",
      ])
    #expect(
      changes("return .send(.failed(reason))") == [
        "'return .send(.failed(reason))' → 'return .none'"
      ])
  }

  @Test("Effects change their order and their cancellation")
  func effects() {
    #expect(
      changes("return .merge(one(), other())") == [
        "'return .merge(one(), other())' → 'return .none'",
        "'return .merge(one(), other())' → 'return .concatenate(one(), other())'",
        "drop 'one()' of '.merge'", "drop 'other()' of '.merge'", "swap 'one()' and 'other()'",
      ])
    #expect(
      changes("return one().cancellable(id: CancelID.save, cancelInFlight: true)").dropFirst() == [
        "drop '.cancellable(id: CancelID.save, cancelInFlight: true)'",
        """
        'return one().cancellable(id: CancelID.save, cancelInFlight: true)' → \
        'return one().cancellable(id: "another", cancelInFlight: true)'
        """,
        """
        'return one().cancellable(id: CancelID.save, cancelInFlight: true)' → \
        'return one().cancellable(id: CancelID.save, cancelInFlight: false)'
        """,
      ])
  }

  @Test("Cases swap their statements, unless these use a bound name")
  func cases() {
    let swapped = changes(
      """
      switch action {
      case .save: state.count = one
      case .saved: state.count = other
      case .failed(let reason): state.reason = reason
      case .cancelled: state.count = none
      }
      return .none
      """
    ).filter { $0.hasPrefix("swap") }
    #expect(swapped == ["swap 'case .save:' and 'case .saved:'"])
  }

  @Test("A composed reducer loses a part or an operator")
  func bodies() {
    let source = """
      @Reducer
      struct Feature {
        var body: some ReducerOf<Self> {
          CombineReducers {
            Scope(state: \\.child, action: \\.child) { Child() }
            Reduce { state, action in
              state.count = value
              return .none
            }
          }
          .ifLet(\\.alert, action: \\.alert)
        }
      }
      """
    let mutants = MutatedSource.all(of: ["Notes/Feature.swift": source]).flatMap(\.mutants)
    #expect(
      mutants.map(\.change) == [
        "drop '.ifLet(\\.alert, action: \\.alert)'",
        "drop 'Scope(state: \\.child, action: \\.child) { Child() }'",
        "drop 'Reduce { state, action in state.count = value return .none }'",
        "drop 'state.count = value'",
      ])
    #expect(mutants.map(\.line) == [4, 5, 6, 7])
    #expect(Set(mutants.map(\.declaration)) == ["Feature.body"])
  }

  @Test("Only code that a reducer reaches is mutated, in its module and in imported modules")
  func reach() {
    let sources = [
      "Notes/Feature.swift": """
      import Lists

      @Reducer
      struct Feature {
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          state.note = state.list.longest(atLeast: limit)
          return .run { _ in await save() }
        }

        func save() { count += 1 }
      }
      """,
      "Lists/List.swift": """
      extension List {
        func longest(atLeast length: Int) -> Int { length + count }
        func longest(atMost length: Int) -> Int { length + count }
        var count: Int { items + others }
        var title: String { "title" }
      }
      """,
      "Others/List.swift": "func longest(atLeast length: Int) -> Int { length + 1 }",
    ]
    let reached = MutatedSource.all(of: sources).flatMap(\.mutants)
      .map { "\($0.feature) \($0.declaration)" }
    #expect(
      Set(reached) == [
        "Notes Feature.reduce(into:action:)", "Lists List.longest(atLeast:)", "Lists List.count",
      ])
  }

  @Test("Identical mutants are numbered, and keys do not depend on lines")
  func keys() {
    let statements = "state.list.append(1)\nload()\nstate.list.append(1)\nreturn .none"
    let keys = changes(statements)
    #expect(keys.contains("drop 'state.list.append(1)'"))
    #expect(keys.contains("drop 'state.list.append(1)' (2)"))
    #expect(changes("// A comment.\n\n" + statements) == keys)
    #expect(Set(keys).count == keys.count)
  }
}
