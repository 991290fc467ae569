import Mutants
import Testing

@Suite("Kinds of mutants")
struct KindTests {
  /// Returns the changes of one kind in a reducer with these statements.
  private func changes(
    _ kind: Mutant.Kind, _ statements: String, also declarations: String = ""
  ) -> [String] {
    let source = """
      @Reducer
      struct Feature {
        struct State {
          var alert: Int?
          var failure: String?
        }

        enum Action { case typed(String), answered(Int?), loaded([Int]), saved, ended }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          \(statements)
        }

        \(declarations)
      }
      """
    return MutatedSource.all(of: ["Notes/Feature.swift": source]).flatMap(\.mutants)
      .filter { $0.kind == kind }.map(\.change)
  }

  @Test("The lower bound of a range and the limit of a 'max' shift by one")
  func lowerBounds() {
    #expect(
      changes(.lowerBound, "state.list = all[first..<9]") == [
        "'state.list = all[first..<9]' → 'state.list = all[first + 1..<9]'",
        "'state.list = all[first..<9]' → 'state.list = all[first - 1..<9]'",
      ])
    #expect(
      changes(.lowerBound, "state.count = max(count, 0)") == [
        "'state.count = max(count, 0)' → 'state.count = max(count, 1)'",
        "'state.count = max(count, 0)' → 'state.count = max(count, (-1))'",
      ])
  }

  @Test("The upper bound of a range shifts by one, and is included or excluded")
  func upperBounds() {
    #expect(
      changes(.upperBound, "state.list = all[first..<last]") == [
        "'state.list = all[first..<last]' → 'state.list = all[first..<last + 1]'",
        "'state.list = all[first..<last]' → 'state.list = all[first..<last - 1]'",
        "'state.list = all[first..<last]' → 'state.list = all[first...last]'",
      ])
    #expect(
      changes(.upperBound, "state.count = min(count, list.count)") == [
        "'state.count = min(count, list.count)' → 'state.count = min(count, list.count + 1)'",
        "'state.count = min(count, list.count)' → 'state.count = min(count, list.count - 1)'",
      ])
  }

  @Test("A comparison includes or excludes its limit, which shifts by one")
  func comparisons() {
    #expect(
      changes(.comparison, "if count >= 9 { return load() }") == [
        "'if count >= 9 { return load() }' → 'if count > 9 { return load() }'",
        "'if count >= 9 { return load() }' → 'if count >= 10 { return load() }'",
        "'if count >= 9 { return load() }' → 'if count >= 8 { return load() }'",
      ])
    #expect(
      changes(.comparison, "if count > 9 { return load() }") == [
        "'if count > 9 { return load() }' → 'if count >= 9 { return load() }'",
        "'if count > 9 { return load() }' → 'if count > 10 { return load() }'",
      ])
  }

  @Test("Indices and lengths shift by one")
  func indices() {
    #expect(
      changes(.index, "state.name = names[index]") == [
        "'state.name = names[index]' → 'state.name = names[index + Int(1)]'",
        "'state.name = names[index]' → 'state.name = names[index - Int(1)]'",
      ])
    #expect(
      changes(.index, "state.name = name(at: index + 1)") == [
        "'state.name = name(at: index + 1)' → 'state.name = name(at: index + 2)'",
        "'state.name = name(at: index + 1)' → 'state.name = name(at: index + 0)'",
      ])
  }

  @Test("An absent value is a default value, is ignored, or clears the shown value")
  func absentAnswers() {
    #expect(
      changes(.absentAnswer, "if let prime { state.alert = prime }") == [
        "clear 'state.alert' unless 'let prime'", "default for absent 'prime'",
      ])
    #expect(
      changes(.absentAnswer, "state.number = request ?? count") == [
        "'state.number = request ?? count' → 'state.number = count'",
        "'state.number = request ?? count' → 'state.number = (request)!'",
      ])
    #expect(
      changes(
        .absentAnswer,
        """
        switch action {
        case .answered(let prime): show(prime)
        default: break
        }
        return .none
        """) == ["ignore 'case .answered(let prime):' if prime == nil"])
  }

  @Test("The comparison of an answer with the current value is dropped")
  func lateAnswers() {
    #expect(
      changes(.lateAnswer, "if state.text == state.sending { clear() }") == [
        "'if state.text == state.sending { clear() }' → 'if true { clear() }'",
        """
        'if state.text == state.sending { clear() }' → 'if state.text != state.sending { clear() }'
        """,
      ])
    #expect(changes(.lateAnswer, "if state.request != nil { show() }").count == 2)
  }

  @Test("A shown value is not cleared, or not replaced")
  func staleValues() {
    #expect(
      changes(.staleValue, "state.failure = nil\nstate.alert = alert\nreturn .none") == [
        "drop 'state.failure = nil'", "keep a previous value in 'state.alert = alert'",
      ])
  }

  @Test("Empty and blank input is accepted or ignored")
  func emptyInput() {
    #expect(
      changes(
        .emptyInput,
        """
        switch action {
        case .typed(let text): show(text)
        case .loaded(let numbers): show(numbers)
        case .saved: show(!list.isEmpty)
        default: break
        }
        return .none
        """) == [
          "ignore 'case .typed(let text):' if text.isEmpty",
          "ignore 'case .loaded(let numbers):' if numbers.isEmpty",
          "'case .saved: show(!list.isEmpty)' → 'case .saved: show(list.isEmpty)'",
          "'case .saved: show(!list.isEmpty)' → 'case .saved: show(!true)'",
          "'case .saved: show(!list.isEmpty)' → 'case .saved: show(!false)'",
        ])
    #expect(
      changes(.emptyInput, "if text.allSatisfy(\\.isWhitespace) { return .none }").contains(
        """
        'if text.allSatisfy(\\.isWhitespace) { return .none }' → \
        'if text.isEmpty { return .none }'
        """))
  }

  @Test("Duplicates are accepted, changes are made twice, and only the first of several is removed")
  func duplicateInput() {
    #expect(
      changes(.duplicateInput, "if !list.contains(item) { list.append(item) }") == [
        "'if !list.contains(item) { list.append(item) }' → 'if true { list.append(item) }'",
        """
        'if !list.contains(item) { list.append(item) }' → \
        'if list.contains(item) { list.append(item) }'
        """,
        "repeat 'list.append(item)'",
      ])
    #expect(
      changes(.duplicateInput, "list.removeAll { $0 == item }\nreturn .none") == [
        "remove the first only in 'list.removeAll { $0 == item }'"
      ])
    #expect(
      changes(.duplicateInput, "list = unique(items) { first, _ in first }").count == 1)
  }

  @Test("Pending work is not canceled, or the wrong work is")
  func cancellation() {
    #expect(
      changes(.cancellation, "return .cancel(id: CancelID.save)") == [
        "'return .cancel(id: CancelID.save)' → 'return .none'",
        "'return .cancel(id: CancelID.save)' → 'return .cancel(id: \"another\")'",
      ])
    #expect(
      changes(.cancellation, "return load().cancellable(id: 1, cancelInFlight: true)").count == 3)
  }

  @Test("A flag or status of pending work is not checked, not set or not reset")
  func pendingFlags() {
    #expect(
      changes(.pendingFlag, "guard !state.isBusy else { return .none }\nstate.isBusy = true") == [
        "'guard !state.isBusy else { return .none }' → 'guard true else { return .none }'",
        "'guard !state.isBusy else { return .none }' → 'guard state.isBusy else { return .none }'",
        "drop 'state.isBusy = true'", "'state.isBusy = true' → 'state.isBusy = false'",
      ])
    #expect(
      changes(.pendingFlag, "guard case .due = state.status else { return .none }\nreturn save()")
        == [
          """
          'guard case .due = state.status else { return .none }' → 'guard true else { return .none \
          }'
          """
        ])
    #expect(
      changes(
        .pendingFlag,
        """
        switch (action, state.status) {
        case (.ended, .saving): finish()
        default: break
        }
        return .none
        """) == [
          "'case (.ended, .saving): finish()' → 'case (_, .saving): finish()'",
          "'case (.ended, .saving): finish()' → 'case (.ended, _): finish()'",
        ])
  }

  @Test("Only statements that depend on each other are reordered")
  func order() {
    #expect(
      changes(
        .order, "if state.text == state.sending { clear() }\nstate.sending = nil\nreturn .none")
        == ["swap 'if state.text == state.sending { clear() }' and 'state.sending = nil'"])
    #expect(changes(.order, "state.failure = nil\nstate.sending = nil\nreturn .none").isEmpty)
  }
}
