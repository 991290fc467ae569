extension TypeReference {
  /// Creates the primitive of a name, such as `Int64`.
  init?(primitive name: String) {
    switch name {
    case "Bool": self = .bool
    case "Int8": self = .signed(bits: 8)
    case "Int16": self = .signed(bits: 16)
    case "Int32": self = .signed(bits: 32)
    case "Int64": self = .signed(bits: 64)
    case "UInt8": self = .unsigned(bits: 8)
    case "UInt16": self = .unsigned(bits: 16)
    case "UInt32": self = .unsigned(bits: 32)
    case "UInt64": self = .unsigned(bits: 64)
    case "Float": self = .float
    case "Double": self = .double
    case "String": self = .string
    case "Data": self = .data
    case "Date": self = .date
    case "UUID": self = .uuid
    case "URL": self = .url
    default: return nil
    }
  }

  /// The name of a primitive, or `nil` for other types.
  package var primitiveName: String? {
    switch self {
    case .bool: "Bool"
    case .signed(let bits): "Int\(bits)"
    case .unsigned(let bits): "UInt\(bits)"
    case .float: "Float"
    case .double: "Double"
    case .string: "String"
    case .data: "Data"
    case .date: "Date"
    case .uuid: "UUID"
    case .url: "URL"
    case .json, .optional, .array, .identifiedArray, .set, .dictionary, .tuple, .named: nil
    }
  }
}
