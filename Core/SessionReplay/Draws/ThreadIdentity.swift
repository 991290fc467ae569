import Foundation

/// Tells threads apart, more cheaply than `Thread.current`.
struct ThreadIdentity: Equatable, Sendable {
  private let bits: UInt

  /// No thread.
  static let none = ThreadIdentity(bits: 0)

  /// The thread that asks.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(bits: UInt(pthread_self()))
    #endif
  }
}
