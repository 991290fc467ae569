import ComposableArchitectureTesting
import DependencyInjection
import Testing

@MainActor
@Suite("Seeds of a test store")
struct SeedTests {
  // A literal: the seeds are the same in each process.
  private let staleSeeds: [UInt64] = [2, 7, 9, 11, 13, 18, 33, 37, 45]

  @Test("With some seeds, which are the same each time, a stale answer overwrites a newer one")
  func race() async {
    for _ in 0..<10 {
      let stale = await Lookup.staleSeeds(0..<50)
      #expect(stale == staleSeeds)
    }
  }

  @Test("The race is found if the client is an actor or leaves the main actor, with the same seeds")
  func otherThreads() async {
    let actor = Answerer()
    let answers: [@Sendable (String) async -> String] = [
      { query in await actor.find(query) },
      { query in await Task { @concurrent in "result of \(query)" }.value },
    ]
    for answer in answers {
      let stale = await Lookup.staleSeeds(0..<50, find: answer)
      #expect(!stale.isEmpty && stale.count < 50)
      for _ in 0..<3 { #expect(await Lookup.staleSeeds(0..<50, find: answer) == stale) }
    }
  }

  @Test("Remaining work of an earlier part of the test does not change the order")
  func leftovers() async {
    // The clock makes the tasks a part of the test.
    let clock = TestClock()
    await clock.advance()
    let stale = await Lookup.staleSeeds(0..<50)
    for count in 1...10 {
      let staleAfterWork = await Lookup.staleSeeds(
        0..<50,
        before: {
          Task { for _ in 0..<count { await Task.yield() } }
        })
      #expect(staleAfterWork == stale)
    }
    await clock.advance()
  }

  @Test("A feature that cancels the previous request passes with every seed")
  func correct() async {
    #expect(await Lookup.staleSeeds(0..<200, cancelsPrevious: true) == [])
  }

  @Test("Without a seed, an effect ends before the test continues if its client answers at once")
  func noSeed() async {
    for _ in 0..<20 { #expect(await Lookup.result(seed: nil) == "result of swift") }
  }

  @Test("Swift Testing passes a range of seeds to a test", arguments: 0..<5)
  func arguments(seed: UInt64) async {
    #expect(await Lookup.result(seed: seed, cancelsPrevious: true) == "result of swift")
  }

  @Test("Effects whose fakes yield end in different orders")
  func merged() async {
    var orders: Set<[Int]> = []
    for seed in UInt64(0)..<60 {
      let store = Probe.store(seed: seed) { send in
        await withTaskGroup { group in
          for number in 1...3 {
            group.addTask {
              await Task.yield()
              await send(.answer(number))
            }
          }
        }
      }
      store.exhaustivity = .off
      await store.send(.begin)
      await store.skipReceivedActions()
      orders.insert(store.state.answers)
    }
    #expect(orders.count == 6)
  }

  @Test("With some seeds a test is ahead of an effect, and 'receive' waits for the effect")
  func receive() async {
    var endedCount = 0
    for seed in UInt64(0)..<50 {
      let hasEnded = LockIsolated(false)
      let store = Probe.store(seed: seed) { send in
        for _ in 0..<3 { await Task.yield() }
        hasEnded.setValue(true)
        await send(.answer(1))
      }
      await store.send(.begin)
      if hasEnded.value { endedCount += 1 }
      await store.receive(.answer(1), timeout: .zero) { $0.answers = [1] }
      await store.finish(timeout: .zero)
    }
    #expect(endedCount > 0 && endedCount < 50)
  }

  @Test("Sleepers with the same deadline wake in different orders, other sleepers in order of time")
  func clock() async {
    var orders: Set<[Int]> = []
    for seed in UInt64(0)..<50 {
      let clock = TestClock()
      let count = LockIsolated(0)
      let store = Probe.store(seed: seed) { send in
        let number = count.withValue { count in
          count += 1
          return count
        }
        try await clock.sleep(until: TestClock.Instant(offset: .seconds(number == 1 ? 1 : 2)))
        await send(.answer(number))
      }
      store.exhaustivity = .off
      for _ in 0..<3 {
        await store.send(.begin)
        // The effects begin to sleep one after the other.
        await clock.advance()
      }
      await clock.advance(by: .seconds(2))
      await store.skipReceivedActions()
      orders.insert(store.state.answers)
    }
    #expect(orders == [[1, 2, 3], [1, 3, 2]])
  }

  @Test("An effect that waits for nothing ends before the test continues, with every seed")
  func immediate() async {
    for seed in UInt64(0)..<20 {
      let hasEnded = LockIsolated(false)
      let store = Probe.store(seed: seed) { send in
        await send(.answer(1))
        hasEnded.setValue(true)
      }
      await store.send(.begin)
      #expect(hasEnded.value)
      await store.receive(.answer(1), timeout: .zero) { $0.answers = [1] }
    }
  }

  @Test("A failure names the seed")
  func failure() async {
    let found = await failures(of: {
      let store = TestStore(initialState: Probe.State(), seed: 17) { Probe() }
      await store.send(.increment) { $0.count = 2 }
    })
    #expect(found.count == 1)
    #expect(found.first?.message.hasSuffix("\n\nSeed: 17") == true)
  }

  @Test("The wait for an effect that never suspends for long has an end")
  func endless() async {
    let found = await failures(of: {
      let store = Probe.store(seed: 3) { _ in
        while !Task.isCancelled { await Task.yield() }
      }
      await store.send(.begin)
      await store.receive(.answer(1), timeout: .zero)
      await store.skipInFlightEffects()
    })
    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("Expected to receive the following action") == true)
  }

  @Test("Tasks run in their order after the store is gone")
  func end() async {
    for seed in UInt64(0)..<5 { _ = await Lookup.result(seed: seed) }
    let log = LockIsolated<[Int]>([])
    await withMainSerialExecutor {
      await withTaskGroup { group in
        for number in 0..<100 { group.addTask { log.withValue { $0.append(number) } } }
      }
    }
    #expect(log.value == Array(0..<100))
  }
}

private actor Answerer {
  func find(_ query: String) async -> String {
    await Task.yield()
    return "result of \(query)"
  }
}
