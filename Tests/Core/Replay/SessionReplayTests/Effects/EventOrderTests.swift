import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionDocument
import SessionModel
import SessionReplay
import Testing

/// Tests the order in which a recorder writes events and steps while other threads use the app.
///
/// The recorder reads its clock before it writes anything. At these moments, a test lets a second
/// thread do something before the recorder continues.
@MainActor
@Suite("The order of events and steps")
struct EventOrderTests {
  private let session: EffectSession<Counting>
  private let other = OtherThread()

  init() throws {
    let other = other
    session = try withDependencies {
      $0.defaultAppStorage = .inMemory
    } operation: {
      try EffectSession(Counting.State()) { Counting(other: other) }
    }
    session.onTimeRead.setValue { other.runNext() }
  }

  private func read() async throws -> (events: [RecordedEvent], steps: [RecordedStep]) {
    try session.finish()
    await session.end()
    let reader = try SessionReader(path: session.path)
    var cursor = try SessionCursor(reader)
    var steps: [RecordedStep] = []
    while let step = try cursor.next() { steps.append(step) }
    return (try reader.events(), steps)
  }

  @Test("Nothing comes between the event of an action and its step")
  func action() async throws {
    await session.send(.count)
    #expect(other.count == 4)
    let (events, steps) = try await read()
    #expect(steps.map(\.kind) == [.action, .outsideChange, .action])
    let sent = try #require(events.firstIndex { $0.event.content == .sent })
    #expect(events[sent].step == 2)
    // Calls that other threads make before the step are recorded after it.
    #expect(events[(sent + 1)...].allSatisfy { $0.step >= 3 })
    #expect(events[(sent + 1)...].contains { $0.event.content.call != nil })
  }

  @Test("The call that changes a shared value comes before the step of the change")
  func change() async throws {
    await session.send(.count)
    let (events, _) = try await read()
    let call = try #require(events.first { $0.event.content.call != nil })
    #expect(call.step == 1)
  }
}

/// A feature whose effect sends an action while a second thread works for the effect.
@Reducer
private struct Counting {
  @Recordable
  struct State: Equatable {
    @Shared(.appStorage("count")) var count = 0
    var counts: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case count
    case counted
  }

  let other: OtherThread
  @Dependency(\.library) var library

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .count:
        return .run { [count = state.$count] send in
          let (effect, library) = (ObservedEffect.current, library)
          let work = { (body: @escaping @Sendable () -> Void) in
            { @Sendable in ObservedEffect.$bound.withValue(effect) { body() } }
          }
          let call = work { _ = library.count("a") }
          // At the first moment, the gate of shared values is open for the last time.
          other.prepare([work { count.withLock { $0 += 1 } }, call, call, call])
          await send(.counted)
        }
      case .counted:
        state.counts.append(state.count)
        return .none
      }
    }
  }
}

/// A thread that performs one task at a time, while the caller waits.
private final class OtherThread: Sendable {
  private let work = LockIsolated<[@Sendable () -> Void]>([])
  private let done = LockIsolated(0)

  /// The number of completed tasks.
  var count: Int { done.value }

  func prepare(_ work: [@Sendable () -> Void]) { self.work.setValue(work) }

  func runNext() {
    guard let next = work.withValue({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      next()
      hasEnded.signal()
    }
    hasEnded.wait()
    done.withValue { $0 += 1 }
  }
}
