import ComposableArchitecture
import RecordCoding
import RecordedValues
import TestGeneration
import Testing

@Suite("Changes of deep states as Swift source")
struct DeepChangesTests {
  private let form = TripForm(trip: Trip(id: 1, title: "Rome"))

  /// Returns the statements that change a state, from a state with some pages on its stack.
  private func lines(
    pages: [TripPage] = [], from prepare: (inout TripsState) -> Void = { _ in },
    _ change: (inout TripsState) -> Void
  ) -> [String] {
    withDependencies {
      $0.context = .test
    } operation: {
      var old = TripsState()
      for (id, page) in pages.enumerated() { old.path[id: StackElementID(generation: id)] = page }
      prepare(&old)
      var new = old
      change(&new)
      return Statements.lines(from: old, to: new)
    }
  }

  @Test("A change of a page leads through its identity and its case")
  func page() {
    #expect(
      lines(pages: [.note("A"), .form(form)]) {
        $0.path[id: 1]?.modify(\.form) { $0.trip.title = "B" }
      }
        == [#"$0.path[id: 1]?.modify(\.form) { $0.trip.title = "B" }"#])
  }

  @Test("Several changes in a case are in one closure")
  func closure() {
    #expect(
      lines(pages: [.form(form)]) {
        $0.path[id: 0]?.modify(\.form) {
          $0.trip.title = "B"
          $0.error = "C"
        }
      } == [
        #"$0.path[id: 0]?.modify(\.form) {"#, #"  $0.trip.title = "B""#, #"  $0.error = "C""#, "}",
      ])
  }

  @Test("Pages are pushed and removed by their identities")
  func stack() {
    let pages = [TripPage.note("A"), .note("B"), .note("C")]
    #expect(lines { $0.path[id: 0] = .note("A") } == [#"$0.path[id: 0] = .note("A")"#])
    #expect(lines(pages: pages) { $0.path[id: 2] = nil } == ["$0.path[id: 2] = nil"])
    #expect(lines(pages: pages) { $0.path[id: 0] = nil } == ["$0.path[id: 0] = nil"])
    #expect(lines(pages: pages) { $0.path.pop(from: 1) } == ["$0.path.pop(from: 1)"])
    #expect(
      lines(pages: pages) {
        $0.path[id: 0] = nil
        $0.path[id: 1] = .days([1])
        $0.path[id: 7] = .note("D")
      } == [
        "$0.path[id: 0] = nil", "$0.path[id: 1] = .days([1])", #"$0.path[id: 7] = .note("D")"#,
      ])
  }

  @Test("A stack in a different order is written in its printed form")
  func reorderedStack() {
    let pages = [TripPage.days([]), .days([1])]
    #expect(
      lines(pages: pages) { state in
        state.path[id: 0] = nil
        state.path[id: 0] = pages[0]
      } == [
        #"$0.path = try recorded("[StackElement(id: 1, state: .days([1])), "#
          + #"StackElement(id: 0, state: .days([]))]")"#
      ])
  }

  @Test("A case whose whole value changes is assigned, and so is a case with several values")
  func assignedCases() {
    #expect(lines { $0.current = .note("A") } == [#"$0.current = .note("A")"#])
    #expect(
      lines(from: { $0.current = .span(from: 1, to: 2) }) { $0.current = .span(from: 1, to: 3) }
        == ["$0.current = .span(from: 1, to: 3)"])
    #expect(
      lines(from: { $0.page = .note("A") }) { $0.page = .note("B") } == [#"$0.page = .note("B")"#])
    #expect(lines(from: { $0.page = .note("A") }) { $0.page = nil } == ["$0.page = nil"])
  }

  @Test("A list in a case, and a case in an optional one, are changed in place")
  func nestedCases() {
    #expect(
      lines(from: { $0.page = .days([1]) }) { $0.page = .days([1, 2]) }
        == [#"$0.page?.modify(\.days) { $0.append(2) }"#])
    #expect(
      lines(from: { $0.current = .next(.days([1])) }) { $0.current = .next(.days([1, 2])) }
        == [#"$0.current.modify(\.next) { $0?.modify(\.days) { $0.append(2) } }"#])
  }

  @Test("A part that source code cannot set makes the closures throw")
  func unreachable() {
    #expect(
      lines(pages: [.form(form)]) { $0.path[id: 0] = .form(form.edited()) }
        == [#"try $0.path[id: 0]?.modify(\.form) { try $0.setRecorded("edits", to: "1") }"#])
  }

  @Test("An enumeration without case paths is assigned")
  func withoutCasePaths() {
    let changed = TripForm(trip: Trip(id: 1, title: "B"))
    #expect(
      lines { $0.mode = .form(changed) }
        == [#"$0.mode = .form(TripForm(trip: Trip(id: 1, title: "B"), hotel: nil))"#])
  }

  @Test("An initializer is called only if the other properties have their initial values")
  func initialValues() {
    #expect(
      lines { $0.page = .form(form) }
        == [#"$0.page = .form(TripForm(trip: Trip(id: 1, title: "Rome"), hotel: nil))"#])
    var failed = form
    failed.error = "A"
    for changed in [failed, form.edited()] {
      #expect(lines { $0.page = .form(changed) }[0].hasPrefix("$0.page = .form(try recorded("))
    }
  }

  @Test("Alerts have their texts, styles and buttons")
  func alerts() {
    let alert = AlertState<TripAlert> {
      TextState("Remove ") + TextState("Rome").bold()
    } actions: {
      ButtonState(role: .destructive, action: .removed(1)) { TextState("Remove") }
      ButtonState { TextState("Keep") }
    } message: {
      TextState("It is gone then.")
    }
    #expect(
      lines { $0.page = .alert(alert) } == [
        #"$0.page = .alert(AlertState(title: TextState("Remove ") + TextState("Rome").bold(), "#
          + #"message: TextState("It is gone then."), buttons: [ButtonState(role: .destructive, "#
          + #"action: .removed(1)) { TextState("Remove") }, ButtonState { TextState("Keep") }]))"#
      ])
    let other = AlertState<TripAlert> {
      TextState("Wait")
    } message: {
      TextState("A moment")
    }
    #expect(
      lines(from: {
        $0.page = .alert(
          AlertState {
            TextState("Done")
          } message: {
            TextState("A moment")
          })
      }) {
        $0.page = .alert(other)
      } == [#"$0.page?.modify(\.alert) { $0.title = TextState("Wait") }"#])
    #expect(
      lines { $0.page = .alert(AlertState { TextState("Done") }) }
        == [#"$0.page = .alert(AlertState(title: TextState("Done")))"#])
  }

  @Test(
    "Bindings name their property with a key path",
    arguments: [
      (.set(\.trip.title, "A"), #".set(\.trip.title, "A")"#),
      (.set(\.error, nil), #".set(\.error, nil)"#),
      (.set(\.error, "A"), #".set(\.error, "A")"#),
      (.set(\.hotel!.title, "A"), #".set(\.hotel!.title, "A")"#),
      (.set(\.hotel, Trip(id: 2)), #".set(\.hotel, Trip(id: 2, title: ""))"#),
      (.set(\.default, 3), #".set(\.default, 3)"#),
      (.set(\.shortTitle, "A"), #".set(\.shortTitle, "A")"#),
    ] as [(BindingAction<TripForm>, String)])
  func bindings(action: BindingAction<TripForm>, text: String) throws {
    let action = TripAction.binding(action)
    #expect(
      try Statements.text(of: action, within: TripForm.self) == "TripAction.binding(\(text))")
  }

  @Test("Results have their values and errors")
  func results() throws {
    #expect(
      try Statements.text(of: TripAction.loaded(.success(3))) == "TripAction.loaded(.success(3))")
    #expect(
      try Statements.text(of: TripAction.loaded(.failure(TripError(code: 1))))
        == "TripAction.loaded(.failure(TripError(code: 1)))")
  }
}
