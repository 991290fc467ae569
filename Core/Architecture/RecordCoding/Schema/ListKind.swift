/// A kind of collection whose elements are recorded as a sequence.
///
/// All code that reads, prints, compares or draws recorded lists follows the properties below. A
/// new kind needs a case here, and a conformance of its Swift type to `Recordable`.
@_documentation(visibility: internal)
public enum ListKind: String, Hashable, Sendable, CaseIterable {
  // The raw values are written in the headers of logs.
  /// `Array`.
  case array
  /// `IdentifiedArray`.
  case identifiedArray
  /// `Set`.
  case set
}

extension ListKind {
  /// The way in which an element of a list is found in another state of the list.
  package enum Matching: Sendable {
    case positions
    /// The ids of the elements, or their positions if their type has no recorded id.
    case ids
    /// The elements themselves, which are written in the order of their bytes.
    case members
  }

  package var matching: Matching {
    switch self {
    case .array: .positions
    case .identifiedArray: .ids
    case .set: .members
    }
  }

  /// Whether the order of the elements is a part of the value.
  package var isOrdered: Bool { matching != .members }

  /// Returns the name of a type of this kind with elements of a type, as in source.
  package func typeText(of element: String) -> String {
    switch self {
    case .array: "[\(element)]"
    case .identifiedArray: "IdentifiedArray<\(element)>"
    case .set: "Set<\(element)>"
    }
  }
}
