import ComposableArchitecture
import DependencyInjection
import Foundation
import SessionDocument
import SessionModel
import SessionRecording
import SessionReplay
import Testing

@DependencyClient
private struct KeyedBank: Sendable {
  var pay: @Sendable (_ amount: Int) async -> Int = { $0 }
  var balance: @Sendable () -> Int = { 0 }
}

private struct Branch: Sendable {
  var red = KeyedBank.live
  var blue = KeyedBank.live
}

extension KeyedBank {
  fileprivate static let live = KeyedBank(pay: { 2 * $0 }, balance: { 7 })
}

private enum MainKey: DependencyKey {
  static let liveValue = KeyedBank.live
  static let testValue = KeyedBank()
}

private enum SpareKey: DependencyKey {
  static let liveValue = KeyedBank.live
  static let testValue = KeyedBank()
}

private enum BranchKey: DependencyKey {
  static let liveValue = Branch()
  static let testValue = Branch(red: KeyedBank(), blue: KeyedBank())
}

extension DependencyValues {
  fileprivate var mainBank: KeyedBank {
    get { self[MainKey.self] }
    set { self[MainKey.self] = newValue }
  }
  fileprivate var spareBank: KeyedBank {
    get { self[SpareKey.self] }
    set { self[SpareKey.self] = newValue }
  }
  fileprivate var branch: Branch {
    get { self[BranchKey.self] }
    set { self[BranchKey.self] = newValue }
  }
}

/// A feature that pays with the client that an app chooses.
@Reducer
private struct Payer {
  @Recordable
  struct State: Equatable {
    var amounts: [Int] = []
  }

  @Recordable
  enum Action: Equatable {
    case pay(Int)
    case paid(Int)
  }

  /// Creates the properties that the reducer declares.
  var declare: @Sendable () -> Void = {
    _ = Dependency(\.mainBank)
    _ = Dependency(\.spareBank)
    _ = Dependency(\.branch)
  }
  let pay: @Sendable (Int) async -> Int

  var body: some ReducerOf<Self> {
    let _ = declare()
    Reduce { state, action in
      switch action {
      case .pay(let amount):
        return .run { [pay] send in await send(.paid(pay(amount))) }
      case .paid(let amount):
        state.amounts.append(amount)
        return .none
      }
    }
  }
}

/// A way in which an effect gets a client and calls it.
private struct Payment: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The name of the call.
  let name: String
  let pay: @Sendable (Int) async -> Int

  init(_ testDescription: String, _ name: String, pay: @escaping @Sendable (Int) async -> Int) {
    (self.testDescription, self.name, self.pay) = (testDescription, name, pay)
  }

  static let all = [
    Payment("property", "mainBank.pay") {
      @Dependency(\.mainBank) var bank
      return await bank.pay($0)
    },
    Payment("other property", "spareBank.pay") {
      @Dependency(\.spareBank) var bank
      return await bank.pay($0)
    },
    Payment("closure", "spareBank.pay") {
      @Dependency(\.spareBank.pay) var pay
      return await pay($0)
    },
    Payment("passed along", "spareBank.pay") { amount in
      @Dependency(\.spareBank) var bank
      let clients = [bank]
      return await Task { await clients[0].pay(amount) }.value
    },
    Payment("key", "mainBank.pay") {
      @Dependency(MainKey.self) var bank
      return await bank.pay($0)
    },
    Payment("override", "spareBank.pay") { amount in
      await withDependencies {
        $0.spareBank = $0.mainBank
      } operation: {
        @Dependency(\.spareBank) var bank
        return await bank.pay(amount)
      }
    },
    Payment("nested", "branch.red.pay") {
      @Dependency(\.branch) var branch
      return await branch.red.pay($0)
    },
    Payment("other nested", "branch.blue.pay") {
      @Dependency(\.branch.blue) var bank
      return await bank.pay($0)
    },
  ]
}

@MainActor
@Suite("Clients of one type under several keys")
struct ClientKeyTests {
  private typealias PayerSession = EffectSession<Payer>

  private func record(
    _ payer: Payer, change: (inout SessionRecordingOptions) -> Void = { _ in }
  ) async throws -> PayerSession {
    let session = try PayerSession(
      Payer.State(), change: { options, _ in change(&options) }, context: .live
    ) { payer }
    await session.send(.pay(3))
    try session.finish()
    return session
  }

  @Test("A client's call matches only calls with the same key", arguments: Payment.all, Payment.all)
  private func table(_ recorded: Payment, _ actual: Payment) async throws {
    let session = try await record(Payer(pay: recorded.pay))
    let report = await session.replay { Payer(pay: actual.pay) }.effects
    #expect(report.unverified == [])
    if recorded.name == actual.name {
      #expect(report.divergence?.description == nil)
      #expect(report.verifiedCount == 1)
    } else {
      let text = report.divergence?.description ?? ""
      #expect(
        text.contains("expected \(recorded.name)(3), actual \(actual.name)(3)"), "\(text)")
    }
    await session.end()
  }

  @Test("With one key, calls are named by the type")
  func oneKey() async throws {
    let payer = Payer(declare: { _ = Dependency(\.mainBank) }, pay: Payment.all[0].pay)
    let session = try await record(payer)
    let endpoints = try SessionReader(path: session.path).header.endpoints ?? []
    let endpoint = endpoints.first { $0.key == "mainBank" }
    #expect(endpoint?.name == "KeyedBank.pay")
    #expect(endpoint?.client == nil)
    await session.end()
  }

  @Test("An app that declares a different key instead is not verified")
  func otherKey() async throws {
    let payer = Payer(declare: { _ = Dependency(\.mainBank) }, pay: Payment.all[0].pay)
    let session = try await record(payer)
    let report = await session.replay {
      Payer(declare: { _ = Dependency(\.spareBank) }, pay: Payment.all[1].pay)
    }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.unverified.map(\.reason) == ["calls of 'spareBank.pay' are not in the log"])
    await session.end()
  }

  @Test("A key that no reducer declares is named, and is not confused with a declared one")
  func undeclared() async throws {
    let declare: @Sendable () -> Void = { _ = Dependency(\.mainBank) }
    let session = try await record(Payer(declare: declare, pay: Payment.all[1].pay))
    #expect(
      session.warnings.value == [
        "calls of 'KeyedBank.pay' are not recorded; effects that call it are not verified"
      ])
    let report = await session.replay { Payer(declare: declare, pay: Payment.all[1].pay) }.effects
    #expect(report.unverified.map(\.reason) == ["calls of 'KeyedBank.pay' are not in the log"])
    await session.end()
  }

  @Test("Calls of logs without keys are matched by the type", arguments: Payment.all)
  private func older(_ actual: Payment) async throws {
    let session = try await record(Payer(pay: Payment.all[0].pay)) { options in
      options.endpoints = CallableEndpoints(
        options.endpoints.list.map { endpoint in
          CallableEndpoint(endpoint, under: endpoint.id.ofAnyKey)
        })
    }
    let report = await session.replay { Payer(pay: actual.pay) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.unverified == [])
    #expect(report.verifiedCount == 1)
    await session.end()
  }

  @Test("A client that isn't a dependency counts as the first dependency of its type")
  func direct() async throws {
    let session = try await record(Payer { await KeyedBank.live.pay($0) })
    let report = await session.replay { Payer(pay: Payment.all[0].pay) }.effects
    #expect(report.divergence?.description == nil)
    #expect(report.verifiedCount == 1)
    await session.end()
  }
}
