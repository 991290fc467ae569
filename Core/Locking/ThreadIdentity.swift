#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Tells threads apart, more cheaply than `Thread.current`.
package struct ThreadIdentity: Equatable, Sendable {
  /// The identity as a number; 0 is that of no thread.
  package let bits: UInt

  @inlinable
  package init(bits: UInt) {
    self.bits = bits
  }

  /// No thread.
  @inlinable
  package static var none: ThreadIdentity { ThreadIdentity(bits: 0) }

  /// The thread that asks.
  @inlinable
  package static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(bits: UInt(pthread_self()))
    #endif
  }
}
