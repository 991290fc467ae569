#if DEBUG
  import ComposableArchitecture
  import Testing

  @MainActor
  @Suite("Printing changes")
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

    @Test("_printChanges prints an action with the difference that it makes")
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

    struct Books: Equatable {
      @Shared(.inMemory("books")) var count = 0
    }

    @Reducer
    struct Library {
      var texts: Texts

      var body: some Reducer<Books, Int> {
        Reduce<Books, Int> { state, count in
          state.$count.withLock { $0 += count }
          return .none
        }
        ._printChanges(.customDump { texts.append($0) })
      }
    }

    private let bookReports = [
      """
      received action:
        2
      - PrintTests.Books(count: 0)
      + PrintTests.Books(count: 2)

      """,
      """
      received action:
        0
        (No state changes)

      """,
    ]

    @Test("_printChanges prints a change that affects only a shared value")
    func sharedChange() {
      let texts = Texts()
      let store = Store(initialState: Books()) { Library(texts: texts) }
      store.send(2)
      store.send(0)
      #expect(texts.all == bookReports)
    }

    @Test("A test store asserts changes of shared values that are printed")
    func assertedSharedChange() async {
      let texts = Texts()
      let store = TestStore(initialState: Books()) { Library(texts: texts) }
      await store.send(2) { $0.$count.withLock { $0 = 2 } }
      await store.send(0)
      #expect(texts.all == bookReports)
    }

    @Test("A custom printer reads the shared values after the action, and sees their difference")
    func customPrinterOfShared() {
      let texts = Texts()
      let store = Store(initialState: Books()) {
        Reduce<Books, Int> { state, count in
          state.$count.withLock { $0 += count }
          return .none
        }
        ._printChanges(
          _ReducerPrinter { _, old, new in
            texts.append("\(new.count)")
            texts.append(diff(old, new) ?? "none")
          })
      }
      store.send(2)
      store.send(0)
      #expect(
        texts.all == [
          "2", "- PrintTests.Books(count: 0)\n+ PrintTests.Books(count: 2)", "2", "none",
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

    @Test("A custom printer receives the action and both states")
    func custom() {
      let texts = printed(.increment) { texts in
        Ticker()._printChanges(
          _ReducerPrinter { action, old, new in
            texts.append("\(action) \(old.count) \(new.count)")
          })
      }
      #expect(texts == ["increment 0 1"])
    }

    @Test("A reducer without a printer runs without output")
    func noPrinter() {
      let store = Store(initialState: Ticker.State()) { Ticker()._printChanges(nil) }
      store.send(.increment)
      #expect(store.state.count == 1)
    }

    @Test(
      "actionLabels prints the labels of an action without its values",
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

    @Test("debug prints a prefix, the action and the difference")
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

    @Test("debugActions prints only the action")
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
