import Locking

extension TypeDefinition {
  /// The name as it is shown: `Alert` for `Alerts.Alert`, `CounterFeature.State` for
  /// `Counter.CounterFeature.State`.
  package var shortName: String { name.shortTypeName }
}

extension String {
  /// The last component of a type's full name, without what stands in angle brackets; what every
  /// feature has, `State` and `Action`, is preceded by the type that it belongs to.
  package var shortTypeName: String {
    var components: [String] = []
    var component: [UInt8] = []
    var nesting = 0
    // The signs are ASCII, so that bytes will do, which take a tenth of the time of characters.
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
    // `(unknown context at $…)`, which stands in the names of private types, leaves nothing.
    components.removeAll { $0.isEmpty }
    guard let last = components.last else { return self }
    guard last == "State" || last == "Action", components.count > 2 else { return last }
    return components.suffix(2).joined(separator: ".")
  }

  /// The name as it is written: between backticks unless it is a plain identifier.
  package var asWrittenName: String {
    isIdentifier ? self : "`\(self)`"
  }

  /// Whether it can be written as a name without backticks.
  package var isIdentifier: Bool {
    guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return unicodeScalars.allSatisfy(\.isInIdentifier)
  }
}

extension Unicode.Scalar {
  /// Whether a name that is written without backticks may hold it.
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

/// The full name of a type, the same in every process.
///
/// The runtime puts `(unknown context at $1f00).` into the names of private types, with an address.
package func recordedName(of type: Any.Type) -> String {
  // Reducers ask for the same few names at every step.
  let id = ObjectIdentifier(type)
  if let name = knownNames.withLock({ $0[id] }) { return name }
  let name = makeRecordedName(of: type)
  knownNames.withLock { $0[id] = name }
  return name
}

private let knownNames = Mutex<[ObjectIdentifier: String]>([:])

private func makeRecordedName(of type: Any.Type) -> String {
  // What `String(reflecting:)` gives, without its search for conformances, which for the types of an
  // app takes longer than all else that starting takes.
  var rest = _typeName(type, qualified: true)[...]
  var name = ""
  while let start = rest.firstRange(of: "(unknown context at "),
    let end = rest[start.upperBound...].firstRange(of: ").")
  {
    name += rest[..<start.lowerBound]
    rest = rest[end.upperBound...]
  }
  return name + rest
}

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
  /// Throws if two fields have the same label.
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
  /// Throws if two cases are the same. Cases of one name may differ by their labels.
  func requireDistinctNames(codingPath: [any CodingKey]) throws {
    var seen: Set<[String?]> = []
    for element in self where !seen.insert([element.name] + element.payload.map(\.name)).inserted {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath, debugDescription: "two cases have the name '\(element.name)'"))
    }
  }
}
