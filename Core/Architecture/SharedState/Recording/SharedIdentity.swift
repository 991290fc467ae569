package import RecordCoding

/// The reference at a position of a recorded value: its root, the path from it, and its cell.
package struct SharedIdentity: ReferencePart {
  /// The number of the root.
  let root: Int
  /// The name of the root's key; empty without a key.
  let key: String
  let path: [SharedStep]
  /// The number of the cell that the property shares with its copies; `nil` in an older log.
  let cell: Int?

  init(_ origin: SharedOrigin, cell: AnyObject?, in objects: NumberedObjects) {
    root = objects.number(of: origin.root)
    key = (origin.root as? any AnySharedBox)?.keyName ?? ""
    path = origin.path(in: objects)
    self.cell = cell.map { objects.number(of: $0) }
  }

  package var isNamed: Bool { !path.contains(.unknown) }

  package static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("root", \.root)
      type.field("key", \.key)
      type.field("path", \.path)
      type.field("cell", \.cell)
    }
  }

  package func record(into encoder: inout RecordEncoder) {
    encoder.encode(root)
    encoder.encode(key)
    encoder.encode(path)
    encoder.encode(cell)
  }

  package init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    root = try decoder.decode()
    key = try decoder.decode()
    var older = decoder
    do throws(RecordDecodingError) {
      (path, cell) = (try decoder.decode(), try decoder.decode())
    } catch {
      (path, cell) = (try Self.olderPath(from: &older), nil)
      decoder = older
    }
  }

  /// Reads the path of a log of version 0.1: the name of a field, empty for the whole value, and
  /// `?` for other parts. No encoded path is valid as such a name.
  private static func olderPath(
    from decoder: inout RecordDecoder
  ) throws(RecordDecodingError) -> [SharedStep] {
    switch try decoder.decode(String.self) {
    case "": []
    case "?": [.unknown]
    case let name: [.field(name)]
    }
  }

  package func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 4)
    encoder.field(0, of: product, from: old.root, to: root)
    encoder.field(1, of: product, from: old.key, to: key)
    encoder.field(2, of: product, from: old.path, to: path)
    encoder.field(3, of: product, from: old.cell, to: cell)
    return encoder.close(product)
  }
}

extension SharedOrigin {
  /// Returns the path with the numbers of its unwrapped locations.
  fileprivate func path(in objects: NumberedObjects) -> [SharedStep] {
    var locations = unwrapped[...]
    return path.map { step in
      guard case .wrapped = step, let location = locations.popFirst() else { return step }
      return .wrapped(objects.number(of: location))
    }
  }
}
