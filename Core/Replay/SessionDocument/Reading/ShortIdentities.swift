import Foundation
import RecordCoding
import RecordedValues
import SessionModel

/// A formatter that shortens row identities in paths: `shoppingList.products[id: 3F2A9C01…].name`.
struct ShortIdentities {
  /// The length of a full identity in brackets.
  static let length = opening.utf8.count + 36 + 1
  /// The number of characters kept of an identity.
  private static let kept = 8
  private static let opening = "[id: "
  private static let maxLists = 256

  private let header: SessionHeader
  private var lists: [String: ValuePath] = [:]

  init(header: SessionHeader) { self.header = header }

  /// Returns a path in which each identity is shortened, if its prefix is unique in its list.
  mutating func shortened(_ path: String, in state: RecordedValue) -> String {
    var result = ""
    var rest = path[...]
    while let range = rest.firstRange(of: Self.opening),
      let end = rest[range.upperBound...].firstIndex(of: "]")
    {
      let text = String(rest[range.upperBound..<end])
      result += rest[..<range.upperBound]
      let list = String(path[..<range.lowerBound])
      if text.utf8.count == 36, isUnambiguous(text, in: list, of: state) {
        result += text.prefix(Self.kept)
        result += "…"
      } else {
        result += text
      }
      rest = rest[end...]
    }
    return result + rest
  }

  private mutating func isUnambiguous(
    _ id: String, in list: String, of state: RecordedValue
  ) -> Bool {
    let known = lists[list]
    guard let path = known ?? (try? ValuePath(list, into: header.state, in: header.schema)) else {
      return false
    }
    if known == nil {
      if lists.count == Self.maxLists { lists = [:] }
      lists[list] = path
    }
    guard let row = path.type.unwrapped.rowType,
      header.schema.idType(of: row) == .uuid
    else { return false }
    guard case .sequence(let rows) = path.value(in: state)?.unwrapped else { return true }
    let prefix = id.prefix(Self.kept)
    return !rows.contains { value in
      guard case .uuid(let other) = header.schema.id(of: value, as: row) else { return false }
      let text = other.uuidString
      return text.hasPrefix(prefix) && text != id
    }
  }
}
