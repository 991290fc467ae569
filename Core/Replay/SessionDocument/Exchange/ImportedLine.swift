import Foundation

/// A JSON object with a known set of keys.
struct ImportedLine {
  private let fields: [(key: String, value: JSONValue)]
  private let location: String

  /// Creates a line. Throws if a key is unknown or appears twice.
  init(_ value: JSONValue, at location: String = "", keys: Set<String>? = nil) throws(ValueFault) {
    guard case .object(let fields) = value else {
      throw ValueFault(location, found: value, expected: "an object")
    }
    var seen: Set<String> = []
    for (key, _) in fields {
      if let keys, !keys.contains(key) {
        throw ValueFault(
          location,
          "the key '\(key)' is unknown here; use one of \(keys.sorted().joined(separator: ", "))")
      }
      guard seen.insert(key).inserted else {
        throw ValueFault(location, "the key '\(key)' appears twice")
      }
    }
    (self.fields, self.location) = (fields, location)
  }

  func check(_ keys: Set<String>) throws(ValueFault) {
    _ = try ImportedLine(.object(fields), at: location, keys: keys)
  }

  subscript(key: String) -> JSONValue? { fields.first { $0.key == key }?.value }

  func value(_ key: String) throws(ValueFault) -> JSONValue {
    guard let value = self[key] else { throw ValueFault(location, "the key '\(key)' is missing") }
    return value
  }

  func at(_ key: String) -> String { location.isEmpty ? key : "\(location).\(key)" }

  func string(_ key: String) throws(ValueFault) -> String {
    let value = try value(key)
    guard case .string(let text) = value else {
      throw ValueFault(at(key), found: value, expected: "a string")
    }
    return text
  }

  /// Returns bytes that are written as Base64.
  func bytes(_ key: String) throws(ValueFault) -> [UInt8] {
    guard let data = Data(base64Encoded: try string(key)) else {
      throw ValueFault(at(key), "it is not Base64")
    }
    return [UInt8](data)
  }

  func number(_ key: String) throws(ValueFault) -> UInt64 {
    let value = try value(key)
    switch value {
    case .number(let text), .string(let text):
      if let number = UInt64(text) { return number }
    default: break
    }
    throw ValueFault(at(key), found: value, expected: "a whole number from 0")
  }

  /// Returns whether a flag is set; a missing key means `false`.
  func flag(_ key: String) throws(ValueFault) -> Bool {
    switch self[key] {
    case .bool(let value): return value
    case nil: return false
    case let value?: throw ValueFault(at(key), found: value, expected: "true or false")
    }
  }

  func list(_ key: String) throws(ValueFault) -> [JSONValue] {
    let value = try value(key)
    guard case .list(let values) = value else {
      throw ValueFault(at(key), found: value, expected: "a list")
    }
    return values
  }
}
