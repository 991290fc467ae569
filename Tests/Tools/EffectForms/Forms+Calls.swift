import ComposableArchitecture
import Foundation

/// Effects that call one bank, in a single task.
extension Forms {
  static let calls = [
    Form("sequence", sequence),
    Form("synchronous", synchronous),
    Form("caughtByType", caughtByType),
    Form("caughtByClosure", caughtByClosure),
    Form("loop", loop),
    Form("answerAsArgument", answerAsArgument),
    Form("branch", branch),
    Form("retry", retry),
    Form("attempts", attempts),
    Form("json", json),
    Form("encoded", encoded),
    Form("sleeps", sleeps),
    Form("measured", measured),
    Form("reads", reads),
    Form("onMainActor", onMainActor),
    Form("taskResult", taskResult),
  ]

  func sequence() -> EffectOf<Self> {
    .run { send in
      let one = try await bank.balance(1)
      await send(.got("one \(one)"))
      await bank.note("between")
      let two = try await bank.balance(2)
      await send(.got("two \(two)"))
    }
  }

  func synchronous() -> EffectOf<Self> {
    .run { send in
      await send(.got("tally \(bank.tally(3))"))
      _ = try bank.check(4)
      await send(.got("check \(try bank.check(5))"))
    }
  }

  func caughtByType() -> EffectOf<Self> {
    .run { send in
      do {
        // does not return
        _ = try bank.check(-3)
      } catch let refusal as Refusal {
        await send(.got("refused \(refusal.number)"))
        await bank.note("refused 1")
      }
    }
  }

  func caughtByClosure() -> EffectOf<Self> {
    .run { send in
      await send(.got("start"))
      // does not return
      _ = try bank.check(-4)
    } catch: { error, send in
      await bank.note("caught")
      await send(.got("\(error)"))
    }
  }

  func loop() -> EffectOf<Self> {
    .run { send in
      for account in 1...3 {
        let balance = try await bank.balance(account)
        await send(.got("\(account): \(balance)"))
      }
      await bank.note("done")
    }
  }

  func answerAsArgument() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(3)
      let limit = try await bank.limit(balance)
      await send(.got("\(limit + 2)"))
    }
  }

  func branch() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(2)
      if balance > 15 {
        await bank.note("rich")
      } else {
        // not reached
        await bank.note("poor")
      }
      await send(.got("branched"))
    }
  }

  func retry() -> EffectOf<Self> {
    .run { send in
      // does not return
      for number in [1, 2, 3] {
        do {
          let text = try await bank.attempt(number)
          return await send(.got(text))
        } catch let refusal as Refusal {
          await send(.got("failed \(refusal.number)"))
          try await clock.sleep(for: .milliseconds(2 * number))
        }
      }
    }
  }

  func attempts() -> EffectOf<Self> {
    .run { send in
      var text = try? await bank.attempt(1)
      if text == nil { text = try? await bank.attempt(2) }
      if text == nil { text = try? await bank.attempt(3) }
      await send(.got(text ?? "none"))
    }
  }

  func json() -> EffectOf<Self> {
    .run { send in
      let length = try await bank.post(Data(#"{"account":1,"name":"Ada","tags":[4,5]}"#.utf8))
      await send(.got(length))
      _ = try await bank.post(Data(#"{"a":{"b":[true,null,6]}}"#.utf8))
    }
  }

  func encoded() -> EffectOf<Self> {
    .run { send in
      let body = try JSONEncoder().encode(["one": 1, "two": 2, "six": 6])
      _ = try await bank.post(body)
      let other = try JSONEncoder().encode(["list": ["a1", "b2"]])
      await send(.got(try await bank.post(other)))
    }
  }

  func sleeps() -> EffectOf<Self> {
    .run { send in
      try await clock.sleep(for: .milliseconds(3))
      await send(.got("slept"))
      try await clock.sleep(for: .milliseconds(5))
      await bank.note("slept again")
    }
  }

  func measured() -> EffectOf<Self> {
    .run { send in
      let duration = try await clock.measure { try await clock.sleep(for: .milliseconds(4)) }
      await send(.got("\(duration >= .milliseconds(4))"))
    }
  }

  func reads() -> EffectOf<Self> {
    .run { send in
      let id = uuid()
      await send(.got("\(id)"))
      let now = date.now
      await send(.got("\(now.timeIntervalSinceReferenceDate)"))
      let dice = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
      await send(.got("\(dice)"))
    }
  }

  func onMainActor() -> EffectOf<Self> {
    .run { @MainActor send in
      let balance = try await bank.balance(1)
      send(.got("main \(balance)"))
      send(.got("again"))
    }
  }

  func taskResult() -> EffectOf<Self> {
    .run { send in
      let result = await TaskResult { try await bank.attempt(1) }
      switch result {
      case .success(let text):
        // not reached
        await send(.got(text))
      case .failure: await send(.got("failure"))
      }
    }
  }
}
