import Foundation

/// Tells threads apart, more cheaply than `Thread.current`.
package struct ThreadIdentity: Equatable, Sendable {
  /// The identity as a number; 0 is that of no thread.
  package let bits: UInt

  /// No thread.
  package static var none: ThreadIdentity { ThreadIdentity(bits: 0) }

  /// The thread that asks.
  package static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(bits: UInt(pthread_self()))
    #endif
  }
}
