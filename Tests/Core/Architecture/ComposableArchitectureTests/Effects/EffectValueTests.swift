import ComposableArchitecture
import Testing

@MainActor
@Suite("Effects with values and work without results")
struct EffectValueTests {
  /// A reducer that stores the words it receives, and returns an effect for the first one.
  private func words(after effect: Effect<String>) async -> [String] {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        state.append(action)
        return action == "go" ? effect : .none
      }
    }
    await store.send("go").finish()
    return store.state
  }

  @Test("An effect with a value sends it")
  func value() async {
    #expect(await words(after: Effect(value: "value")) == ["go", "value"])
  }

  @Test("fireAndForget performs its work and ignores errors")
  func fireAndForget() async {
    let texts = Texts()
    let reported = await issues {
      let words = await words(
        after: .fireAndForget {
          texts.append("done")
          throw Ticker.Failure()
        })
      #expect(words == ["go"])
    }
    #expect(texts.all == ["done"])
    #expect(reported == [])
  }

  @Test("task sends its result, or the result of the handler for its error")
  func task() async {
    #expect(await words(after: .task { "result" }) == ["go", "result"])
    #expect(
      await words(
        after: .task {
          throw Ticker.Failure()
        } catch: { _ in
          "caught"
        })
        == ["go", "caught"])
  }

  @Test("task without a handler reports its error")
  func uncaught() async {
    let texts = await issues {
      #expect(await words(after: .task { throw Ticker.Failure() }) == ["go"])
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("EffectValueTests.swift:") == true)
    #expect(texts.first?.contains("threw an unhandled error") == true)
  }

  @Test("An effect whose actions are discarded performs its work and sends nothing")
  func dropped() async {
    let texts = Texts()
    let effect = Effect<Int>.concatenate(
      .send(1),
      .merge(
        .run { send in
          texts.append("ran")
          await send(2)
        },
        .cancel(id: "other")),
      .run { _ in texts.append("last") }.cancellable(id: "last"))
    #expect(await words(after: effect.fireAndForget()) == ["go"])
    #expect(texts.all == ["ran", "last"])
  }
}
