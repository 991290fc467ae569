import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionRecording
import SessionReplay
import Testing

/// A client whose key has only a live value, with endpoints for each form of answer.
@DependencyClient
private struct LiveBank: Sendable {
  var pay: @Sendable (_ amount: Int) async -> Int = { $0 }
  var balance: @Sendable () -> Int = { 0 }
  var name: @Sendable () -> String = { "" }
  var receipt: @Sendable () -> Receipt? = { nil }
  var check: @Sendable () throws -> Receipt
  var print: @Sendable () -> Void
  var updates: @Sendable () -> AsyncStream<Int> = { .finished }
  var kind: @Sendable () -> Kind = { .saving(.distantPast) }
  var wait: @Sendable () async -> Void

  struct Receipt {}

  @Recordable
  enum Kind: Equatable { case saving(Date), giro }
}

extension LiveBank: DependencyKey {
  /// The endpoints of the live value that were called.
  static let calls = LockIsolated<[String]>([])

  static let liveValue = {
    @Sendable func note(_ endpoint: String) { calls.withValue { $0.append(endpoint) } }
    return LiveBank(
      pay: {
        note("pay")
        return 2 * $0
      },
      balance: {
        note("balance")
        return 7
      },
      name: {
        note("name")
        return "a"
      },
      receipt: {
        note("receipt")
        return Receipt()
      },
      check: {
        note("check")
        return Receipt()
      },
      print: { note("print") },
      updates: {
        note("updates")
        return AsyncStream { $0.finish() }
      },
      kind: {
        note("kind")
        return .giro
      },
      wait: { note("wait") })
  }()
}

private struct NoisyKey: TestDependencyKey {
  static var testValue: Int {
    reportIssue("'noisy' is not overridden")
    return 3
  }
}

extension DependencyValues {
  fileprivate var liveBank: LiveBank {
    get { self[LiveBank.self] }
    set { self[LiveBank.self] = newValue }
  }

  fileprivate var noisy: Int {
    get { self[NoisyKey.self] }
    set { self[NoisyKey.self] = newValue }
  }
}

@Reducer
private struct Customer {
  @Recordable
  struct State: Equatable {
    var numbers: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case act
    case acted(Int)
  }

  let act: @Sendable () async -> Int

  @Dependency(\.liveBank) var bank

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .act:
        return .run { [act] send in await send(.acted(act())) }
      case .acted(let number):
        state.numbers.append(number)
        return .none
      }
    }
  }
}

private struct LiveCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let act: @Sendable (LiveBank) async -> Int

  init(_ endpoint: String, act: @escaping @Sendable (LiveBank) async -> Int) {
    (testDescription, self.act) = (endpoint, act)
  }

  /// Reads the client, and calls the endpoint.
  var use: @Sendable () async -> Int {
    { [act] in
      @Dependency(\.liveBank) var bank
      return await act(bank)
    }
  }

  static let all = [
    LiveCall("pay") { await $0.pay(3) },
    LiveCall("balance") { $0.balance() },
    LiveCall("name") { $0.name().count },
    LiveCall("receipt") { $0.receipt() == nil ? 1 : 2 },
    LiveCall("check") { (try? $0.check()) == nil ? 1 : 2 },
    LiveCall("print") {
      $0.print()
      return 1
    },
    LiveCall("updates") { await $0.updates().reduce(0, +) },
    LiveCall("kind") { $0.kind() == .giro ? 1 : 2 },
    LiveCall("wait") {
      await $0.wait()
      return 1
    },
  ]
}

@MainActor
@Suite("Clients with only a live value", .serialized)
struct LiveClientTests {
  private func record(
    _ act: @escaping @Sendable () async -> Int,
    change: (inout SessionRecordingOptions) -> Void = { _ in }
  ) async throws -> EffectSession<Customer> {
    let session = try EffectSession<Customer>(
      Customer.State(), change: { options, _ in change(&options) }, context: .live
    ) { Customer(act: act) }
    await session.send(.act)
    await session.send(.act)
    try session.finish()
    return session
  }

  @Test(
    "Each effect that reads such a client is verified, in each replay, without a live call",
    arguments: LiveCall.all.filter { !["receipt", "check"].contains($0.testDescription) })
  private func verified(_ call: LiveCall) async throws {
    let session = try await record(call.use)
    LiveBank.calls.setValue([])
    for _ in 1...2 {
      let report = await session.replay { Customer(act: call.use) }.effects
      #expect(report.divergence?.description == nil)
      #expect(report.unverified == [])
      #expect(report.verifiedCount == 2)
    }
    #expect(LiveBank.calls.value == [])
    await session.end()
  }

  @Test("A call without an answer in the log never reaches the live value", arguments: LiveCall.all)
  private func unanswered(_ call: LiveCall) async throws {
    let session = try await record(call.use) { options in
      options.endpoints = CallableEndpoints(
        options.endpoints.list.filter { $0.id.client != LiveBank.self })
    }
    LiveBank.calls.setValue([])
    for _ in 1...2 {
      let report = await session.replay { Customer(act: call.use) }.effects
      #expect(report.divergence?.description == nil)
      let reason = "calls of 'LiveBank.\(call.testDescription)' are not in the log"
      #expect(report.unverified.map(\.reason) == [reason, reason])
    }
    #expect(LiveBank.calls.value == [])
    await session.end()
  }

  @Test("An issue of a value for tests concerns each effect that reads the value")
  func issue() async throws {
    let session = try EffectSession<Customer>(Customer.State()) {
      Customer {
        withDependencies {
          $0.noisy = 3
        } operation: {
          DependencyValues.current.noisy
        }
      }
    }
    await session.send(.act)
    await session.send(.act)
    try session.finish()
    for _ in 1...2 {
      let report = await session.replay { Customer { DependencyValues.current.noisy } }.effects
      let reason = "it uses something that is not in the log: 'noisy' is not overridden"
      #expect(report.unverified.map(\.reason) == [reason, reason])
    }
    await session.end()
  }
}
