package import RecordCoding

/// An observer of the parts that a change writes, in the order of its bytes.
///
/// Only `RecordedValue` reads the bytes of a change: it applies the change and calls a visitor.
protocol ChangeVisitor {
  /// Called before a part is changed. Returns whether to visit the parts within it.
  mutating func enter(
    _ part: ChangedPart, _ old: RecordedValue, before decoder: RecordDecoder
  ) throws(RecordDecodingError) -> Bool
  /// Called after an entered part was changed.
  mutating func leave(_ part: ChangedPart)
  /// Called after a part that was not entered was changed.
  mutating func pass(_ part: ChangedPart, _ new: RecordedValue)
  /// Called for a change of the current part or, if `entry` is given, of one of its entries.
  mutating func visit(_ change: ValueChange.Kind, of entry: ChangedPart?)
}

extension ChangeVisitor {
  @inline(__always)
  mutating func visit(_ change: ValueChange.Kind) { visit(change, of: nil) }
}

/// A part of a value that a change describes separately.
package enum ChangedPart: Sendable {
  /// The value of an optional.
  case wrapped(TypeReference)
  /// A field of a structure or a tuple, or an associated value of the named case.
  case field(Int, of: [RecordField], case: String?)
  /// An element of a list with a count and a type.
  case element(Int, of: Int, TypeReference)
  /// The value of a key in a dictionary.
  case entry(RecordedValue, TypeReference)
}

/// A visitor that ignores all parts. A change is applied with it at no extra cost, if the compiler
/// specializes the code.
struct IgnoredParts: ChangeVisitor {
  #if THREAD_SANITIZER
    // Empty variables share an address, so the sanitizer would report a race between two of them.
    private let size: UInt8 = 1
  #endif

  @inline(__always)
  func enter(_ part: ChangedPart, _ old: RecordedValue, before decoder: RecordDecoder) -> Bool {
    true
  }

  @inline(__always)
  func leave(_ part: ChangedPart) {}

  @inline(__always)
  func pass(_ part: ChangedPart, _ new: RecordedValue) {}

  @inline(__always)
  func visit(_ change: ValueChange.Kind, of entry: ChangedPart?) {}
}
