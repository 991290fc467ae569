package import Foundation
package import RecordCoding

/// Short texts of the UUIDs in a value, such as `9C9DBD0C…`. Only UUIDs that a state contains, and
/// whose prefix is unambiguous there, have one. Such a text can be typed as long as the state has
/// the UUID.
package struct ShortUUIDs: Sendable {
  private static let minLength = 8
  /// The maximum number of UUIDs in the value, and the maximum number in the state that are
  /// compared.
  private static let limits = (value: 16, state: 4_096)
  /// The length at which a prefix saves too little to be worth reading.
  private static let maxLength = 28
  static let ellipses = ["…", "..."]

  private let texts: [UUID: String]

  package static let none = ShortUUIDs(texts: [:])

  private init(texts: [UUID: String]) { self.texts = texts }

  package var isEmpty: Bool { texts.isEmpty }

  package subscript(uuid: UUID) -> String? { texts[uuid] }

  init(
    of value: RecordedValue, as type: TypeReference, in state: RecordedValue,
    as stateType: TypeReference, _ search: inout UUIDSearch
  ) {
    var wanted: [(uuid: UUID, isKnown: Bool, shared: Int)] = []
    var visited = 0
    _ = search.visit(value, as: type) { uuid, _ in
      if !wanted.contains(where: { $0.uuid == uuid }) { wanted.append((uuid, false, 0)) }
      return wanted.count < Self.limits.value
    }
    guard !wanted.isEmpty else {
      self = .none
      return
    }
    let isComplete = search.visit(state, as: stateType) { uuid, _ in
      for index in wanted.indices {
        if wanted[index].uuid == uuid {
          wanted[index].isKnown = true
        } else if wanted[index].uuid.uuid.0 == uuid.uuid.0 {
          wanted[index].shared = max(
            wanted[index].shared, uuid.prefixLength(sharedWith: wanted[index].uuid))
        }
      }
      visited += 1
      return visited < Self.limits.state
    }
    guard isComplete else {
      self = .none
      return
    }
    texts = Dictionary(
      uniqueKeysWithValues: wanted.compactMap { uuid, isKnown, shared in
        isKnown ? uuid.shortened(unlike: shared).map { (uuid, $0) } : nil
      })
  }

  /// Returns a short text for each UUID, or its full text if others begin in the same way.
  package static func texts(of uuids: [UUID]) -> [String] {
    let sorted = uuids.sorted { $0.uuidString < $1.uuidString }
    var texts: [UUID: String] = [:]
    for (index, uuid) in sorted.enumerated() {
      // Only neighbors can share the longest prefix.
      let others = [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
      let shared = others.map { $0.prefixLength(sharedWith: uuid) }.max() ?? 0
      texts[uuid] = uuid.shortened(unlike: shared) ?? uuid.uuidString.quoted
    }
    return uuids.map { texts[$0] ?? $0.uuidString.quoted }
  }

  /// The start of a UUID in a typed text such as `9C9D…`, `9c9d...` or `9C9D`.
  package static func prefix(_ text: String) -> String? {
    let end = ellipses.first { text.hasSuffix($0) } ?? ""
    let prefix = text.dropLast(end.count).uppercased()
    let isPart = prefix.utf8.allSatisfy {
      (48...57).contains($0) || (65...70).contains($0) || $0 == 45
    }
    return isPart && (1..<36).contains(prefix.utf8.count) ? prefix : nil
  }

  fileprivate static func length(unlike shared: Int) -> Int? {
    let length = max(minLength, shared + 1)
    return length <= maxLength ? length : nil
  }
}

extension UUID {
  fileprivate func prefixLength(sharedWith other: UUID) -> Int {
    // Compares bytes, because texts would cost an eighth of a printed step.
    let digitCount = withUnsafeBytes(of: uuid) { bytes in
      withUnsafeBytes(of: other.uuid) { others in
        let count = zip(bytes, others).prefix { $0 == $1 }.count
        return count < bytes.count && (bytes[count] ^ others[count]) < 0x10
          ? 2 * count + 1 : 2 * count
      }
    }
    // The hyphens of a text follow these digits.
    return digitCount + [8, 12, 16, 20].count { $0 <= digitCount }
  }

  fileprivate func shortened(unlike shared: Int) -> String? {
    ShortUUIDs.length(unlike: shared).map { "\(uuidString.prefix($0))…" }
  }
}

/// A search for the UUIDs in values, which skips parts whose types have none.
package struct UUIDSearch: Sendable {
  /// A structure whose field `id` is the UUID.
  package typealias Owner = (value: RecordedValue, type: TypeReference)

  private let schema: Schema
  private var known: [TypeReference: Bool] = [:]

  package init(_ schema: Schema) { self.schema = schema }

  /// Passes each UUID, and the value that it identifies, to `body` until that returns `false`.
  ///
  /// Returns whether all UUIDs were visited.
  package mutating func visit(
    _ value: RecordedValue, as type: TypeReference, owner: Owner? = nil,
    _ body: (UUID, Owner?) -> Bool
  ) -> Bool {
    if case .uuid(let uuid) = value { return body(uuid, owner) }
    guard hasUUIDs(type) else { return true }
    switch schema.parts(of: value, as: type) {
    case .leaf, .none: return true
    case .some(let value, let wrapped): return visit(value, as: wrapped, owner: owner, body)
    case .elements(let values, let element, _):
      for value in values where !visit(value, as: element, body) { return false }
    case .pairs(let pairs, let key, let element):
      for pair in pairs {
        guard visit(pair.key, as: key, body), visit(pair.value, as: element, body) else {
          return false
        }
      }
    case .fields(let values, let fields, _):
      for (field, part) in zip(fields, values) {
        let owner = field.name == "id" ? (value, type) : nil
        guard visit(part, as: field.type, owner: owner, body) else { return false }
      }
    case .payload(let values, let element, _):
      for (field, value) in zip(element.payload, values)
      where !visit(value, as: field.type, body) { return false }
    }
    return true
  }

  private mutating func hasUUIDs(_ type: TypeReference) -> Bool {
    if let known = known[type] { return known }
    let found = schema.types(within: type).contains(.uuid)
    known[type] = found
    return found
  }
}
