import ComposableArchitecture

/// Effects that consist of several effects.
extension Forms {
  static let combinations = [
    Form("merged", merged),
    Form("concatenated", concatenated),
    Form("mergedInTurn", mergedInTurn),
    Form("sentAndCanceled", sentAndCanceled),
    Form("mapped", mapped),
    Form("endsBeforeNext", endsBeforeNext),
  ]

  func merged() -> EffectOf<Self> {
    .merge(
      .run { send in
        await send(.got("a \(try await bank.balance(2))"))
      },
      .run { send in
        await send(.got("b \(try await bank.limit(2))"))
        await bank.note("b")
      })
  }

  func concatenated() -> EffectOf<Self> {
    .concatenate(
      .send(.got("first")),
      .run { send in
        let balance = try await bank.balance(1)
        await send(.got("second \(balance)"))
      },
      .run { send in
        await bank.note("third")
        await send(.got("third"))
      })
  }

  func mergedInTurn() -> EffectOf<Self> {
    .concatenate(
      .merge(
        .run { _ in
          await bank.note("one")
        },
        .run { send in
          await send(.got("\(try await backup.balance(1))"))
        }),
      .run { send in
        await send(.got("last \(bank.tally(2))"))
      })
  }

  func sentAndCanceled() -> EffectOf<Self> {
    .merge(
      .run { send in
        await send(.got("to be canceled"))
        // does not return
        try await clock.sleep(for: .milliseconds(30))
        // not reached
        await bank.note("slept")
      }
      .cancellable(id: "sent"),
      .run { send in
        _ = try await bank.balance(1)
        await send(.stop("sent"))
      })
  }

  func mapped() -> EffectOf<Self> {
    Effect<Int>.run { send in
      let balance = try await bank.balance(3)
      await send(balance + 1)
      await send(2)
    }
    .map { number in Action.got("mapped \(number)") }
  }

  func endsBeforeNext() -> EffectOf<Self> {
    .concatenate(
      .run { send in
        let task = Task { try? await bank.balance(4) }
        await send(.got("waiting"))
        _ = await task.value
      },
      .run { _ in
        await bank.note("after the first")
      })
  }
}
