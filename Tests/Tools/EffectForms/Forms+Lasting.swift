import ComposableArchitecture

/// Effects that continue at the end of the session, while further steps follow.
extension Forms {
  static let lasting = [
    Form.lasting("asleep", asleep),
    Form.lasting("heartbeat", heartbeat),
    Form.lasting("subscription", subscription),
    Form.lasting("idleGroup", idleGroup),
    Form.lasting("idleAfterCalls", idleAfterCalls),
    Form.lasting("idleTask", idleTask),
    Form.lasting("idleChild", idleChild),
    Form.lasting("idleStream", idleStream),
  ]

  func asleep() -> EffectOf<Self> {
    .run { send in
      await send(.got("good night"))
      // does not return
      try await clock.sleep(for: .seconds(3_600))
    }
  }

  func heartbeat() -> EffectOf<Self> {
    .run { send in
      for beat in 1...3 {
        await send(.got("beat \(beat)"))
        try await clock.sleep(for: .milliseconds(3))
      }
      await bank.note("resting")
      // does not return
      try await clock.sleep(for: .seconds(3_600))
    }
  }

  func subscription() -> EffectOf<Self> {
    .run { send in
      // does not return
      for await rate in await bank.rates(4_000) {
        if rate < 30 { await send(.got("rate \(rate)")) }
      }
    }
  }

  func idleGroup() -> EffectOf<Self> {
    .run { send in
      // does not return
      await withTaskGroup { group in
        group.addTask { await send(.got("\((try? await bank.balance(1)) ?? 0)")) }
        group.addTask {
          await bank.note("going to sleep")
          // does not return
          try? await clock.sleep(for: .seconds(3_600))
        }
      }
    }
  }

  func idleAfterCalls() -> EffectOf<Self> {
    .run { send in
      let balance = try await bank.balance(1)
      let limit = try await bank.limit(2)
      await send(.got("\(balance + limit)"))
      // does not return
      try await clock.sleep(for: .seconds(3_600))
    }
  }

  func idleTask() -> EffectOf<Self> {
    .run { send in
      Task {
        await bank.note("in the task")
        // does not return
        try await clock.sleep(for: .seconds(3_600))
      }
      await send(.got("started a task"))
    }
  }

  func idleChild() -> EffectOf<Self> {
    .run { send in
      async let asleep: Void = clock.sleep(for: .seconds(3_600))
      await send(.got("beside a child"))
      // does not return
      try await asleep
    }
  }

  func idleStream() -> EffectOf<Self> {
    .run { send in
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      continuation.yield(bank.tally(2))
      // does not return
      for await number in numbers { await send(.got("\(number)")) }
      // not reached
      continuation.finish()
    }
  }
}
