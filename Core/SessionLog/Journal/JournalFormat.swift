/// The layout of a journal: slots one after the other, each with a block that is not in the log yet.
///
/// A slot begins with a header of 64 bytes and is a multiple of a page long. "The journal" in
/// `Documentation/LogFormat.md` has the layout byte by byte.
@usableFromInline
package enum JournalFormat {
  /// How every slot begins.
  static let magic = Array("RPJOURN1".utf8)
  /// The length of the head, which is also where the entries begin.
  @inlinable
  package static var headLength: Int { 64 }
  /// A slot is a multiple of this many bytes long.
  static let pageLength = 4096
  /// The length of most slots; one with a longer step is as long as it needs to be.
  package static let slotLength = 256 << 10

  // Offsets in the head; the integers are little-endian.
  static let bindingOffset = 8
  static let capacityOffset = 16
  static let firstStepOffset = 24
  static let committedOffset = 32
  static let pendingOffset = 40

  /// The length of a slot that has room for so many bytes of entries.
  static func capacity(for length: Int) -> Int {
    let needed = max(headLength + length, slotLength)
    return (needed + pageLength - 1) / pageLength * pageLength
  }
}
