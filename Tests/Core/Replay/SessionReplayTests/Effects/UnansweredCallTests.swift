import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionRecording
import SessionReplay
import Synchronization
import Testing

/// A client whose calls are not recorded. A replay has no answers for them.
@DependencyClient
private struct SilentClient: Sendable {
  var wait: @Sendable () async -> Void
  var rate: @Sendable () async -> Int? = { nil }
  var pay: @Sendable () async throws -> Int
  var ring: @Sendable () -> Int = { 0 }
}

extension SilentClient: DependencyKey {
  static let liveValue = SilentClient(
    wait: {}, rate: { 1 }, pay: { 1 }, ring: { ringCount.add(1, ordering: .relaxed).newValue })

  /// The number of calls that reached the live client.
  static let ringCount = Atomic(0)
}

extension DependencyValues {
  fileprivate var silentClient: SilentClient {
    get { self[SilentClient.self] }
    set { self[SilentClient.self] = newValue }
  }
}

@Reducer
private struct Caller {
  @Recordable
  struct State: Equatable {
    var count = 0
  }

  @Recordable
  enum Action: Equatable {
    case call
    case called
  }

  let call: @Sendable (SilentClient) async -> Void

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .call:
        return .run { [call] send in
          @Dependency(\.silentClient) var client
          await call(client)
          await send(.called)
        }
      case .called:
        state.count += 1
        return .none
      }
    }
  }
}

/// An object that an effect holds. It notes its deallocation.
private final class Token: Sendable {
  private let ends: AsyncStream<Void>.Continuation

  init(_ ends: AsyncStream<Void>.Continuation) { self.ends = ends }

  deinit { ends.yield() }
}

private struct SilentCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let call: @Sendable (SilentClient) async -> Void

  static let all = [
    SilentCall(testDescription: "a call without a result") { await $0.wait() },
    SilentCall(testDescription: "an optional result") { _ = await $0.rate() },
    SilentCall(testDescription: "a call that can throw") { _ = try? await $0.pay() },
    SilentCall(testDescription: "calls after the end") { client in
      for _ in 0..<3 {
        _ = try? await client.pay()
        await client.wait()
      }
    },
  ]
}

@MainActor
@Suite("Calls without an answer", .serialized, .timeLimit(.minutes(30)))
struct UnansweredCallTests {
  @Test("The task of an unanswered call ends with the replay", arguments: SilentCall.all)
  private func ends(_ silent: SilentCall) async throws {
    let session = try EffectSession<Caller>(
      Caller.State(),
      change: { options, _ in
        options.endpoints = CallableEndpoints(
          options.endpoints.list.filter { $0.id.client != SilentClient.self })
      }, context: .live
    ) { Caller(call: silent.call) }
    await session.send(.call)
    try session.finish()
    let (ended, ends) = AsyncStream<Void>.makeStream()
    let report = await session.replay {
      Caller { client in
        let token = Token(ends)
        await silent.call(client)
        withExtendedLifetime(token) {}
      }
    }.effects
    #expect(report.unverified.count == 1)
    for await _ in ended { break }
    await session.end()
  }

  @Test("A thread of an effect that still waits when its replay returns calls nothing real")
  func threadAfterReplay() async throws {
    let session = try EffectSession<Caller>(Caller.State(), context: .live) { Caller { _ in } }
    session.outsideTimeout = .milliseconds(10)
    await session.send(.call)
    try session.finish()
    let returned = DispatchSemaphore(value: 0)
    let (ended, ends) = AsyncStream<Void>.makeStream()
    // As in a program, where threads without a task are the app's.
    let report = await withDependencies {
      $0.context = .live
    } operation: {
      await session.replay {
        Caller { client in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              returned.wait()
              _ = client.ring()
              continuation.resume()
            }
          }
          ends.yield()
        }
      }.effects
    }
    #expect(report.unverified.count == 1)
    returned.signal()
    for await _ in ended { break }
    #expect(SilentClient.ringCount.load(ordering: .relaxed) == 0)
    await session.end()
  }
}
