#if canImport(Darwin)
  public import Darwin
#elseif canImport(Musl)
  public import Musl
#else
  public import Glibc
#endif

/// An identifier of a thread, which is faster to get than `Thread.current`.
@usableFromInline
package struct ThreadIdentity: Equatable, Sendable {
  /// The identifier as a number; 0 without a thread.
  @usableFromInline package let bits: UInt

  @inlinable
  package init(bits: UInt) {
    self.bits = bits
  }

  @inlinable
  package static var none: ThreadIdentity { ThreadIdentity(bits: 0) }

  @inlinable
  package static var current: ThreadIdentity {
    #if canImport(Darwin)
      ThreadIdentity(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(bits: UInt(pthread_self()))
    #endif
  }
}
