#if canImport(Darwin)
  public import Darwin
#elseif canImport(Musl)
  public import Musl
#else
  public import Glibc
#endif

/// Tells threads apart, more cheaply than `Thread.current`.
@usableFromInline
package struct ThreadIdentity: Equatable, Sendable {
  /// The identity as a number; 0 is that of no thread.
  @usableFromInline package let bits: UInt

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
