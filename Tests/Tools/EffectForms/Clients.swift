import ComposableArchitecture
import Foundation

/// A client with an endpoint of each kind.
@DependencyClient
struct BankClient: Sendable {
  var balance: @Sendable (_ account: Int) async throws -> Int
  var limit: @Sendable (_ account: Int) async throws -> Int
  var note: @Sendable (_ text: String) async -> Void
  var rates: @Sendable (_ count: Int) async -> AsyncStream<Int> = { _ in .finished }
  var prices: @Sendable (_ count: Int) -> AsyncThrowingStream<Int, any Error> = { _ in
    .finished(throwing: nil)
  }
  var tally: @Sendable (_ number: Int) -> Int = { _ in 0 }
  var check: @Sendable (_ number: Int) throws -> Int
  var post: @Sendable (_ body: Data) async throws -> String
  /// Succeeds at the third attempt.
  var attempt: @Sendable (_ number: Int) async throws -> String
}

@Recordable
struct Refusal: Error, Equatable, Sendable {
  var number: Int
}

extension BankClient: TestDependencyKey {
  static let testValue = BankClient()

  /// Returns a client whose calls take different times, depending on their arguments.
  fileprivate static func live(_ factor: Int) -> BankClient {
    BankClient(
      balance: { account in
        try await Task.sleep(for: .milliseconds([8, 2, 6, 4][account & 3]))
        return account * factor
      },
      limit: { account in
        try await Task.sleep(for: .milliseconds([3, 7, 1, 5][account & 3]))
        return account * factor + 1
      },
      note: { _ in },
      rates: { count in
        AsyncStream { continuation in
          yield(count) {
            continuation.yield($0 * factor)
          } end: {
            continuation.finish()
          }
        }
      },
      prices: { count in
        AsyncThrowingStream { continuation in
          yield(count) {
            continuation.yield($0 + factor)
          } end: {
            continuation.finish(throwing: count > 3 ? nil : Refusal(number: count))
          }
        }
      },
      tally: { $0 + factor },
      check: { number in
        guard number > 0 else { throw Refusal(number: number) }
        return number + factor
      },
      post: { body in "\(body.count)" },
      attempt: { number in
        guard number > 2 else { throw Refusal(number: number) }
        return "at attempt \(number)"
      })
  }

  private static func yield(
    _ count: Int, each: @escaping @Sendable (Int) -> Void, end: @escaping @Sendable () -> Void
  ) {
    Task {
      for number in 0..<count {
        try? await Task.sleep(for: .milliseconds(3))
        each(number)
      }
      end()
    }
  }
}

/// A client that is a protocol value. Its calls cannot be observed.
protocol Ledger: Sendable {
  func entry(_ number: Int) async throws -> Int
}

private struct PaperLedger: Ledger {
  func entry(_ number: Int) async throws -> Int { number + 100 }
}

/// A client that is an actor.
actor Vault {
  private var content = 7

  func take(_ amount: Int) -> Int {
    content -= amount
    return content
  }
}

/// A client with methods instead of closures.
struct Clerk: Sendable {
  func stamp(_ number: Int) async -> Int { number + 1_000 }
}

extension DependencyValues {
  private enum BankKey: DependencyKey {
    static let liveValue = BankClient.live(10)
    static let testValue = BankClient()
  }

  private enum BackupKey: DependencyKey {
    static let liveValue = BankClient.live(10)
    static let testValue = BankClient()
  }

  private enum LedgerKey: DependencyKey {
    static let liveValue: any Ledger = PaperLedger()
    static let testValue: any Ledger = PaperLedger()
  }

  private enum VaultKey: DependencyKey {
    static let liveValue = Vault()
    static let testValue = Vault()
  }

  private enum ClerkKey: DependencyKey {
    static let liveValue = Clerk()
    static let testValue = Clerk()
  }

  var bank: BankClient {
    get { self[BankKey.self] }
    set { self[BankKey.self] = newValue }
  }

  /// A bank with the same type and the same answers.
  var backup: BankClient {
    get { self[BackupKey.self] }
    set { self[BackupKey.self] = newValue }
  }

  var ledger: any Ledger {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }

  var vault: Vault {
    get { self[VaultKey.self] }
    set { self[VaultKey.self] = newValue }
  }

  var clerk: Clerk {
    get { self[ClerkKey.self] }
    set { self[ClerkKey.self] = newValue }
  }
}
