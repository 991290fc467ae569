import RecordCoding

/// The values that the references of a state refer to, read from a keyframe.
package struct KnownReferences: Sendable {
  /// The shared values by the positions of the references.
  package let paths: [String: ReferencePath]

  /// The references of a state without a keyframe.
  package static let none = KnownReferences(paths: [:])

  private init(paths: [String: ReferencePath]) { self.paths = paths }

  /// Reads the additional data that a keyframe stores with a state.
  package init(of supplement: [UInt8], in state: RecordedValue, types: SharedTypes) {
    guard let identity = types.identity, var parts = Self.parts(in: supplement) else {
      self = .none
      return
    }
    let search = ReferenceSearch(in: state, types: types, measures: true)
    var paths: [String: ReferencePath] = [:]
    for reference in search.references {
      guard let offset = reference.offset, let own = parts[offset] else { continue }
      // If the value of a reference begins with a reference, both have parts at the same offset.
      for (index, part) in own.enumerated() {
        guard let path = ReferencePath(part, as: identity, in: types.schema) else { continue }
        paths[reference.path] = path
        parts[offset] = Array(own[(index + 1)...])
        break
      }
    }
    self.paths = paths
  }

  private static func parts(in supplement: [UInt8]) -> [Int: [ArraySlice<UInt8>]]? {
    var decoder = RecordDecoder(supplement)
    var parts: [Int: [ArraySlice<UInt8>]] = [:]
    while !decoder.isAtEnd {
      guard let offset = try? decoder.varint(UInt32.self),
        let part = try? decoder.counted()
      else { return nil }
      parts[Int(offset), default: []].append(ArraySlice(Array(part)))
    }
    return parts
  }
}
