extension KeyedDecodingContainer {
  /// Reads a name, which is shown to people and must therefore not pretend to be something else.
  func decodeName(forKey key: Key) throws -> String {
    let name = try decode(String.self, forKey: key)
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.mayStandInName) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(name.debugDescription) is no name: it must be visible text")
    }
    return name
  }
}

extension Unicode.Scalar {
  /// Whether a name may hold it: nothing that controls a terminal or turns text around.
  fileprivate var mayStandInName: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners stand within emoji and some scripts; the other format characters only disguise.
    case .format: value == 0x200C || value == 0x200D
    default: value != 0x60
    }
  }
}

extension [RecordField] {
  /// Checks that no label stands twice.
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
  /// Checks that no case stands twice; cases of one name may differ by their labels.
  func requireDistinctNames(codingPath: [any CodingKey]) throws {
    var seen: Set<[String?]> = []
    for element in self where !seen.insert([element.name] + element.payload.map(\.name)).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "two cases have the name '\(element.name)'"))
    }
  }
}
