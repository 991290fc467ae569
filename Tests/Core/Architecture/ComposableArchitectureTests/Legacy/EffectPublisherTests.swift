@_spi(Internals) import ComposableArchitecture
import Issues
import Testing

@Suite("Effects of sequences of actions")
struct EffectPublisherTests {
  private struct Lost: Error {}

  @Test("The effect sends the elements of the sequence, and ends with it")
  func elements() async {
    let effect = Effect<Int>.publisher {
      AsyncStream { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      .map { $0 * 10 }
    }
    var actions: [Int] = []
    for await action in effect.actions { actions.append(action) }
    #expect(actions == [10, 20, 30])
  }

  @Test("Canceling the effect ends the iteration")
  func cancellation() async {
    let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
    let effect = Effect<Int>.publisher {
      AsyncStream { continuation in
        continuation.yield(1)
        continuation.onTermination = { _ in ending.yield(true) }
      }
    }
    for await _ in effect.actions { break }
    #expect(await ends.first { _ in true } == true)
  }

  @Test("An error of the sequence ends the effect, and is reported at the effect")
  func error() async {
    let line: UInt = #line + 1
    let effect = Effect<Int>.publisher {
      AsyncThrowingStream { continuation in
        continuation.yield(1)
        continuation.finish(throwing: Lost())
      }
    }
    await withKnownIssue {
      var actions: [Int] = []
      for await action in effect.actions { actions.append(action) }
      #expect(actions == [1])
    } matching: { issue in
      issue.description.contains("Lost()") && issue.sourceLocation?.line == Int(line)
    }
  }
}

@MainActor
@Suite("Effects of changes of shared values")
struct SharedPublisherTests {
  struct Settings: Equatable {
    var volume = 1
    var name = "Blob"
  }

  struct Player: Reducer {
    struct State: Equatable {
      @Shared(.inMemory("settings")) var settings = Settings()
      var volumes: [Int] = []
    }

    @CasePathable
    enum Action: Equatable {
      case appeared
      case renamed(String)
      case turned(Int)
      case volumeChanged(Int)
      case disappeared
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        return .publisher {
          state.$settings.publisher.map(\.volume).removeDuplicates().map(Action.volumeChanged)
        }
        .cancellable(id: "volume")
      case .renamed(let name):
        state.$settings.withLock { $0.name = name }
      case .turned(let volume):
        state.$settings.withLock { $0.volume = volume }
      case .volumeChanged(let volume):
        state.volumes.append(volume)
      case .disappeared:
        return .cancel(id: "volume")
      }
      return .none
    }
  }

  @Test("The effect sends the current value, and each different one until it is canceled")
  func effect() async {
    let store = TestStore(initialState: Player.State()) { Player() }
    await store.send(.appeared)
    await store.receive(\.volumeChanged) { $0.volumes = [1] }
    await store.send(.renamed("Blob, Jr.")) { $0.$settings.withLock { $0.name = "Blob, Jr." } }
    await store.send(.turned(2)) { $0.$settings.withLock { $0.volume = 2 } }
    await store.receive(.volumeChanged(2)) { $0.volumes = [1, 2] }
    await store.send(.disappeared)
    await store.send(.turned(3)) { $0.$settings.withLock { $0.volume = 3 } }
  }

  @Test("A stream follows parts, functions and other references that take the place")
  func parts() async {
    @Shared(value: Settings()) var settings
    var volumes = $settings.volume.publisher.values.makeAsyncIterator()
    var lengths = $settings.read(\.name.count).publisher.values.makeAsyncIterator()
    var all = $settings.publisher.values.makeAsyncIterator()
    #expect(await volumes.next() == 1)
    #expect(await lengths.next() == 4)
    #expect(await all.next() == Settings())
    $settings.withLock { $0.volume = 2 }
    #expect(await volumes.next() == 2)
    #expect(await lengths.next() == 4)
    #expect(await all.next() == Settings(volume: 2))
    $settings = Shared(value: Settings(name: ""))
    #expect(await all.next() == Settings(name: ""))
    $settings.withLock { $0.volume = 3 }
    #expect(await all.next() == Settings(volume: 3, name: ""))
  }

  @Test("Operators transform, select and leave out elements, for each stream by itself")
  func operators() async {
    @Shared(value: 1) var number
    let texts = $number.publisher.dropFirst().filter { $0 % 2 == 0 }.removeDuplicates()
      .compactMap { $0 == 4 ? nil : "\($0)" }.eraseToAnyPublisher()
    let parities = $number.publisher.removeDuplicates { $0 % 2 == $1 % 2 }
    let streams = [texts.values, texts.values]
    let found = parities.values
    for value in [2, 2, 3, 4, 6, 7, 8] { $number.withLock { $0 = value } }
    for stream in streams {
      var iterator = stream.makeAsyncIterator()
      for expected in ["2", "6", "8"] { #expect(await iterator.next() == expected) }
    }
    var iterator = found.makeAsyncIterator()
    for expected in [1, 2, 3, 4, 7, 8] { #expect(await iterator.next() == expected) }
  }

  @Test("A stream that is not read any more keeps no reference alive")
  func lifetime() async {
    weak var value: Token?
    do {
      let shared = Shared(value: Token())
      value = shared.wrappedValue
      for await _ in shared.publisher.values { break }
      _ = shared.publisher.values
      #expect(value != nil)
    }
    #expect(value == nil)
  }

  private final class Token: Sendable {}

  @Test("A change during the first read, before it is observed, arrives")
  func changeDuringRead() async {
    @Shared(value: 1) var number
    let isFirst = LockIsolated(true)
    let read = $number.read { [$number] value in
      let changes = isFirst.withValue { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if changes { $number.withLock { $0 = 2 } }
      return value
    }
    var values = read.publisher.values.makeAsyncIterator()
    #expect(await values.next() == 2)
  }

  @Test("Values that threads set at the same time arrive in order, up to the last one")
  func threads() async {
    let count = Shared(value: 0)
    let values = Task.detached {
      var values: [Int] = []
      for await value in count.publisher.values {
        values.append(value)
        if value == 4_000 { break }
      }
      return values
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { count.withLock { $0 += 1 } } }
      }
    }
    let all = await values.value
    #expect(all == all.sorted())
    #expect(all.last == 4_000)
  }
}
