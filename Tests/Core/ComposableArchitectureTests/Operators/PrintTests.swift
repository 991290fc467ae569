#if DEBUG
  import ComposableArchitecture
  import Testing

  @MainActor
  @Suite("Printing what reducers do")
  struct PrintTests {
    @CasePathable
    enum Form {
      case typed(text: String, at: Int)
      case row(index: Int, action: Row)
      case pair(Bool, String)
      case plain
    }

    @CasePathable
    enum Row { case textChanged(query: String) }

    private func printed(
      _ actions: Ticker.Action...,
      by reducer: (Texts) -> some Reducer<Ticker.State, Ticker.Action>
    ) -> [String] {
      let texts = Texts()
      let store = Store(initialState: Ticker.State()) { reducer(texts) }
      for action in actions { store.send(action) }
      return texts.all
    }

    @Test("An action is printed with the difference that it makes")
    func change() {
      let texts = printed(.increment) { texts in
        Ticker()._printChanges(.customDump { texts.append($0) })
      }
      #expect(
        texts == [
          """
          received action:
            Ticker.Action.increment
            Ticker.State(
              id: 0,
          -   count: 0,
          +   count: 1,
              log: []
            )

          """
        ])
    }

    @Test("An action that changes nothing is printed with a remark")
    func noChange() {
      let texts = printed(.stop) { texts in
        Ticker()._printChanges(.customDump { texts.append($0) })
      }
      #expect(
        texts == [
          """
          received action:
            Ticker.Action.stop
            (No state changes)

          """
        ])
    }

    @Test("A custom printer is given the action and both states")
    func custom() {
      let texts = printed(.increment) { texts in
        Ticker()._printChanges(
          _ReducerPrinter { action, old, new in
            texts.append("\(action) \(old.count) \(new.count)")
          })
      }
      #expect(texts == ["increment 0 1"])
    }

    @Test("Without a printer nothing is printed and the reducer runs")
    func noPrinter() {
      let store = Store(initialState: Ticker.State()) { Ticker()._printChanges(nil) }
      store.send(.increment)
      #expect(store.state.count == 1)
    }

    @Test(
      "Labels of an action are printed without its values",
      arguments: [
        (Form.typed(text: "secret", at: 1), "PrintTests.Form.typed(text:, at:)"),
        (
          .row(index: 1, action: .textChanged(query: "Hi")),
          "PrintTests.Form.row(index:, action: .textChanged(query:))"
        ),
        (.pair(true, "secret"), "PrintTests.Form.pair(_:, _:)"),
        (.plain, "PrintTests.Form.plain"),
      ])
    func labels(action: Form, text: String) {
      let texts = Texts()
      _ReducerPrinter<Int, Form>.actionLabels { texts.append($0) }
        .printChange(receivedAction: action, oldState: 0, newState: 1)
      #expect(texts.all == ["received action: \(text)"])
    }

    @Test("debug prints the action and the difference, after a prefix")
    func debug() {
      let texts = printed(.note("a"), .stop) { texts in
        Ticker().debug("ticker", actionFormat: .labelsOnly, printer: texts.append)
      }
      #expect(
        texts == [
          """
          ticker: received action:
            Ticker.Action.note
            Ticker.State(
              id: 0,
              count: 0,
              log: [
          +     [0]: "a"
              ]
            )

          """,
          """
          ticker: received action:
            Ticker.Action.stop
            (No state changes)

          """,
        ])
    }

    @Test("debugActions prints the action alone")
    func debugActions() {
      let texts = printed(.note("a")) { texts in Ticker().debugActions(printer: texts.append) }
      #expect(
        texts == [
          """
          received action:
            Ticker.Action.note("a")

          """
        ])
    }
  }
#endif
