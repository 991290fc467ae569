import Locking

extension TypeDefinition {
  /// `Alert` for `Alerts.Alert`, `CounterFeature.State` for `Counter.CounterFeature.State`.
  package var shortName: String { name.shortTypeName }
}

extension String {
  /// The last component of a full type name, without generic arguments. `State` and `Action`, which
  /// every feature has, keep the name of the enclosing type.
  package var shortTypeName: String {
    var components: [String] = []
    var component: [UInt8] = []
    var nesting = 0
    // The delimiters are ASCII, so bytes suffice. Characters take ten times as long.
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "("): nesting += 1
      case UInt8(ascii: ">"), UInt8(ascii: ")"): nesting -= 1
      case UInt8(ascii: ".") where nesting == 0:
        components.append(String(decoding: component, as: UTF8.self))
        component.removeAll(keepingCapacity: true)
      case _ where nesting == 0: component.append(byte)
      default: break
      }
    }
    components.append(String(decoding: component, as: UTF8.self))
    // `(unknown context at $…)` in the names of private types leaves an empty component.
    components.removeAll { $0.isEmpty }
    guard let last = components.last else { return self }
    guard last == "State" || last == "Action", components.count > 2 else { return last }
    return components.suffix(2).joined(separator: ".")
  }

  /// The name as written in source code: in backticks unless it is a plain identifier.
  package var asWrittenName: String {
    isIdentifier ? self : "`\(self)`"
  }

  package var isIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy(\.isInIdentifier)
  }
}

extension Unicode.Scalar {
  package var isInIdentifier: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$": return true
    default: break
    }
    guard value >= 0x80 else { return false }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate: return false
    case .format: return value == 0x200C || value == 0x200D
    default: return true
    }
  }
}

/// The runtime inserts `(unknown context at $1f00).`, with an address, into names of private types.
package func recordedName(of type: Any.Type) -> String {
  // Reducers request the same few names at every step.
  let id = ObjectIdentifier(type)
  if let name = knownNames.withLock({ $0[id] }) { return name }
  let name = makeRecordedName(of: type)
  knownNames.withLock { $0[id] = name }
  return name
}

private let knownNames = Mutex<[ObjectIdentifier: String]>([:])

private func makeRecordedName(of type: Any.Type) -> String {
  // The result of `String(reflecting:)`, without its search for conformances, which for an app's
  // types takes longer than all other work at launch.
  var rest = _typeName(type, qualified: true)[...]
  var name = ""
  while let start = rest.firstRange(of: "(unknown context at "),
    let end = rest[start.upperBound...].firstRange(of: ").")
  {
    name += rest[..<start.lowerBound]
    rest = rest[end.upperBound...]
  }
  return withUmbrellaModule(name + rest)
}

/// Replaces the modules that `ComposableArchitecture` re-exports by its name, so that a log doesn't
/// depend on how the library is divided.
private func withUmbrellaModule(_ name: String) -> String {
  var name = name
  for module in ["ReducerRuntime.", "LegacySpellings."] {
    for range in name.ranges(of: module).reversed()
    where name[..<range.lowerBound].last.map({ $0.isLetter || $0.isNumber || $0 == "_" }) != true {
      name.replaceSubrange(range, with: "ComposableArchitecture.")
    }
  }
  return name
}

extension KeyedDecodingContainer {
  /// Reads a name. Names are shown to users, so they must not disguise themselves.
  func decodeName(forKey key: Key) throws -> String {
    let name = try decode(String.self, forKey: key)
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(\.isAllowedInName) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(name.debugDescription) is not a valid name: it must be visible text")
    }
    return name
  }
}

extension Unicode.Scalar {
  /// Whether a name can contain the scalar: no terminal controls, no change of text direction.
  fileprivate var isAllowedInName: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    // Joiners appear in emoji and some scripts. The other format characters only disguise.
    case .format: value == 0x200C || value == 0x200D
    default: value != 0x60
    }
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
