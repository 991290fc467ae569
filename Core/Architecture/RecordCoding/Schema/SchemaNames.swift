/// The kind of a name in a schema.
enum SchemaName {
  /// The full name of a type. It may contain raw identifiers, which are in backticks.
  case type
  /// The name of a field or a case, without backticks.
  case part

  /// Returns whether a name is text that cannot disguise itself when it is shown.
  func allows(_ name: String) -> Bool {
    let backticks = name.utf8.count { $0 == UInt8(ascii: "`") }
    let isClosed = self == .type ? backticks.isMultiple(of: 2) : backticks == 0
    return isClosed && !name.isEmpty && name.unicodeScalars.allSatisfy(\.isAllowedInName)
  }
}

extension Unicode.Scalar {
  /// Whether a name can contain the scalar: no terminal controls, no change of text direction.
  fileprivate var isAllowedInName: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners appear in emoji and some scripts. The other format characters only disguise.
    case .format: value == 0x200C || value == 0x200D
    default: true
    }
  }
}

extension KeyedDecodingContainer {
  func decodeName(_ kind: SchemaName, forKey key: Key) throws -> String {
    let name = try decode(String.self, forKey: key)
    guard kind.allows(name) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(name.debugDescription) is not a valid name: it must be visible text")
    }
    return name
  }
}

extension [RecordField] {
  func requireDistinctNames(codingPath: [any CodingKey]) throws {
    var seen: Set<String> = []
    for case let name? in map(\.name) where !seen.insert(name).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "two fields have the name '\(name)'"))
    }
  }
}

extension [RecordCase] {
  /// Throws if two cases are the same. Cases with the same name may differ in their labels.
  func requireDistinctNames(codingPath: [any CodingKey]) throws {
    var seen: Set<[String?]> = []
    for element in self where !seen.insert([element.name] + element.payload.map(\.name)).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "two cases have the name '\(element.name)'"))
    }
  }
}

extension DecodingError {
  /// The path and the cause.
  package var summary: String {
    let context =
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: Context(codingPath: [], debugDescription: "\(self)")
      }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
