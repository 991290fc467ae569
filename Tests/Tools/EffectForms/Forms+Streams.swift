import ComposableArchitecture

/// Effects that consume or produce streams.
extension Forms {
  static let streams = [
    Form("stream", stream),
    Form("earlyBreak", earlyBreak),
    Form("throwingStream", throwingStream),
    Form("endedStream", endedStream),
    Form("streamsInGroup", streamsInGroup),
    Form("callPerElement", callPerElement),
    Form("counted", counted),
    Form("producer", producer),
    Form("timer", timer),
    Form.stopped("stoppedStream", stoppedStream),
    Form("streamOfStreams", streamOfStreams),
  ]

  func stream() -> EffectOf<Self> {
    .run { send in
      for await rate in await bank.rates(3) {
        await send(.got("rate \(rate)"))
      }
      await bank.note("no more rates")
    }
  }

  func earlyBreak() -> EffectOf<Self> {
    .run { send in
      for await rate in await bank.rates(5) {
        await send(.got("rate \(rate)"))
        if rate == 10 { break }
      }
      await send(.got("left"))
    }
  }

  func throwingStream() -> EffectOf<Self> {
    .run { send in
      // does not return
      for try await price in bank.prices(2) {
        await send(.got("price \(price)"))
      }
    } catch: { error, send in
      await send(.got("\(error)"))
    }
  }

  func endedStream() -> EffectOf<Self> {
    .run { send in
      for try await price in bank.prices(4) {
        await send(.got("price \(price)"))
        await bank.note("seen \(price)")
      }
    }
  }

  func streamsInGroup() -> EffectOf<Self> {
    .run { send in
      await withTaskGroup { group in
        group.addTask { for await rate in await bank.rates(2) { await send(.got("a \(rate)")) } }
        group.addTask { for await rate in await bank.rates(3) { await send(.got("b \(rate)")) } }
      }
    }
  }

  func callPerElement() -> EffectOf<Self> {
    .run { send in
      for await rate in await bank.rates(2) {
        let limit = try await bank.limit(rate)
        await send(.got("limit \(limit)"))
      }
    }
  }

  func counted() -> EffectOf<Self> {
    .run { send in
      var sum = 0
      for await rate in await bank.rates(4).prefix(3) { sum += rate }
      await send(.got("sum \(sum)"))
    }
  }

  func producer() -> EffectOf<Self> {
    .run { send in
      let (numbers, continuation) = AsyncStream<Int>.makeStream()
      Task {
        for account in 0..<3 { continuation.yield((try? await bank.balance(account)) ?? 0) }
        continuation.finish()
      }
      for await number in numbers { await send(.got("\(number)")) }
      await bank.note("produced")
    }
  }

  func timer() -> EffectOf<Self> {
    .run { send in
      var ticks = 0
      for await _ in clock.timer(interval: .milliseconds(3)) {
        ticks += 1
        await send(.got("tick \(ticks)"))
        if ticks == 3 { break }
      }
    }
  }

  func stoppedStream() -> EffectOf<Self> {
    .run { send in
      for await rate in await bank.rates(400) { await send(.got("rate \(rate)")) }
    }
    .cancellable(id: "stoppedStream")
  }

  func streamOfStreams() -> EffectOf<Self> {
    .run { send in
      for await rate in await bank.rates(2) {
        for await other in await backup.rates(2) {
          await send(.got("\(rate + other)"))
        }
      }
    }
  }
}
