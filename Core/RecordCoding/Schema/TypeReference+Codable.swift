/// A reference as JSON: a string for a primitive, such as `"Int64"`, or an object of one key, such
/// as `{"array":"Int64"}`.
extension TypeReference: Codable {
  /// The deepest nesting of types in one another that is read, such as arrays of arrays.
  private static let maximumNesting = 64

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case json, optional, array, identifiedArray, set, dictionary, tuple, type
  }

  /// Reads a reference; whether it leads to a type is checked by the schema.
  public init(from decoder: any Decoder) throws {
    guard Self.nesting(of: decoder.codingPath) <= Self.maximumNesting else {
      throw Self.invalid(
        "types are nested more than \(Self.maximumNesting) levels deep", decoder.codingPath)
    }
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard let primitive = Self(primitive: name) else {
        throw Self.invalid("there is no type \(name.debugDescription)", decoder.codingPath)
      }
      self = primitive
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      let keys = CodingKeys.allCases.map(\.rawValue).joined(separator: ", ")
      throw Self.invalid("a type must be an object of one key among \(keys)", decoder.codingPath)
    }
    self = try Self(key, in: container)
  }

  private init(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) throws {
    switch key {
    case .json: self = .json(try container.decodeName(forKey: key))
    case .optional: self = .optional(try container.decode(Self.self, forKey: key))
    case .array: self = .array(try container.decode(Self.self, forKey: key))
    case .identifiedArray: self = .identifiedArray(try container.decode(Self.self, forKey: key))
    case .set: self = .set(try container.decode(Self.self, forKey: key))
    case .dictionary:
      let types = try container.decode([Self].self, forKey: key)
      guard types.count == 2 else {
        throw Self.invalid(
          "a dictionary has a type of keys and one of values, not \(types.count)",
          container.codingPath)
      }
      self = .dictionary(key: types[0], value: types[1])
    case .tuple:
      let fields = try container.decode([RecordField].self, forKey: key)
      try fields.requireDistinctNames(codingPath: container.codingPath)
      self = .tuple(fields)
    case .type: self = .named(try container.decode(Int.self, forKey: key))
    }
  }

  /// Writes a reference.
  public func encode(to encoder: any Encoder) throws {
    if let primitiveName {
      var container = encoder.singleValueContainer()
      try container.encode(primitiveName)
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .json(let name): try container.encode(name, forKey: .json)
    case .optional(let type): try container.encode(type, forKey: .optional)
    case .array(let type): try container.encode(type, forKey: .array)
    case .identifiedArray(let type): try container.encode(type, forKey: .identifiedArray)
    case .set(let type): try container.encode(type, forKey: .set)
    case .dictionary(let key, let value): try container.encode([key, value], forKey: .dictionary)
    case .tuple(let fields): try container.encode(fields, forKey: .tuple)
    case .named(let place): try container.encode(place, forKey: .type)
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .date, .uuid, .url: break
    }
  }

  /// How many of the keys that lead here each stand for a type in another.
  private static func nesting(of codingPath: [any CodingKey]) -> Int {
    codingPath.count { key in
      key.intValue == nil && CodingKeys(rawValue: key.stringValue) != nil
    }
  }

  private static func invalid(_ text: String, _ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: text))
  }
}
