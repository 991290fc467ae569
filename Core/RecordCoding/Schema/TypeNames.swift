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
