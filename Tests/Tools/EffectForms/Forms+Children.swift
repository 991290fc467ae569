import ComposableArchitecture

/// Effects with `async let`, and with work that an actor or a function of its own does.
extension Forms {
  static let children = [
    Form("pair", pair),
    Form("unusedPair", unusedPair),
    Form("lateValue", lateValue),
    Form("awaitedChild", awaitedChild),
    Form("nestedChildren", nestedChildren),
    Form("sumInActor", sumInActor),
    Form("helper", helper),
  ]

  private actor Sum {
    private(set) var value = 0

    func add(_ number: Int) { value += number }
  }

  func pair() -> EffectOf<Self> {
    .run { send in
      async let one = bank.balance(1)
      async let two = bank.limit(3)
      let sum = try await one + two
      await send(.got("sum \(sum)"))
    }
  }

  func unusedPair() -> EffectOf<Self> {
    .run { send in
      async let one = bank.balance(1)
      async let unused = bank.balance(4)
      let balance = try await one
      await send(.got("\(balance)"))
      _ = try? await unused
    }
  }

  func lateValue() -> EffectOf<Self> {
    .run { send in
      async let balance = bank.balance(2)
      await send(.got("before"))
      let limit = try await bank.limit(1)
      await send(.got("limit \(limit)"))
      await send(.got("balance \(try await balance)"))
    }
  }

  func awaitedChild() -> EffectOf<Self> {
    .run { send in
      async let limit = bank.limit(1)
      async let balance = bank.balance(1)
      await send(.got("started"))
      _ = try await balance
      _ = try await limit
      await send(.got("ended"))
    }
  }

  func nestedChildren() -> EffectOf<Self> {
    .run { send in
      async let outer: Int = {
        async let inner = bank.balance(1)
        let limit = try await bank.limit(2)
        return try await inner + limit
      }()
      await bank.note("meanwhile")
      await send(.got("\(try await outer)"))
    }
  }

  func sumInActor() -> EffectOf<Self> {
    .run { send in
      let sum = Sum()
      await withTaskGroup { group in
        group.addTask { await sum.add((try? await bank.balance(1)) ?? 0) }
        group.addTask { await sum.add((try? await bank.balance(2)) ?? 0) }
      }
      await send(.got("sum \(await sum.value)"))
    }
  }

  func helper() -> EffectOf<Self> {
    .run { send in
      @Sendable func report(_ account: Int) async throws {
        let balance = try await bank.balance(account)
        await send(.got("account \(account): \(balance)"))
      }
      try await report(1)
      try await report(2)
    }
  }
}
