/// The recorded form of a type: a primitive, a container of other types, or a named type.
///
/// `Documentation/Reference/LogFormat.md`, "Values", describes how the values of each form are
/// written.
@_documentation(visibility: internal)
public indirect enum TypeReference: Hashable, Sendable {
  /// `Bool`.
  case bool
  /// A signed integer of a width in bits.
  case signed(bits: Int)
  /// An unsigned integer of a width in bits.
  case unsigned(bits: Int)
  /// `Float`.
  case float
  /// `Double`.
  case double
  /// `String`.
  case string
  /// `Data`.
  case data
  /// `Date`, as seconds since 2001-01-01 UTC.
  case date
  /// `UUID`.
  case uuid
  /// `URL`, as its absolute string.
  case url
  /// A `Codable` type, as JSON with sorted keys. The associated value is the name of the type.
  case json(String)
  /// `Optional`.
  case optional(TypeReference)
  /// A list of a kind, with the type of its elements.
  case list(ListKind, TypeReference)
  /// `Dictionary`.
  case dictionary(key: TypeReference, value: TypeReference)
  /// A tuple.
  case tuple([RecordField])
  /// A structure or an enumeration, by its index in the schema's table of types.
  case named(Int)
}

extension TypeReference {
  /// `Array`.
  public static func array(_ element: TypeReference) -> TypeReference { .list(.array, element) }

  /// `IdentifiedArray`.
  public static func identifiedArray(_ element: TypeReference) -> TypeReference {
    .list(.identifiedArray, element)
  }

  /// `Set`.
  public static func set(_ element: TypeReference) -> TypeReference { .list(.set, element) }

  /// The type of the elements of a list that finds them by their ids.
  package var rowType: TypeReference? {
    guard case .list(let kind, let row) = self, kind.matching == .ids else { return nil }
    return row
  }
}

extension TypeReference {
  /// Returns the type with its named types replaced; `nil` if one of them has no replacement.
  func map(_ other: (_ index: Int) -> TypeReference?) -> TypeReference? {
    switch self {
    case .named(let index): other(index)
    case .optional(let type): type.map(other).map { .optional($0) }
    case .list(let kind, let type): type.map(other).map { .list(kind, $0) }
    case .dictionary(let key, let value):
      key.map(other).flatMap { key in value.map(other).map { .dictionary(key: key, value: $0) } }
    case .tuple(let fields):
      fields.reduce([]) { others, field in
        field.type.map(other).flatMap { type in others.map { $0 + [RecordField(field.name, type)] }
        }
      }.map { .tuple($0) }
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .date, .uuid, .url, .json:
      self
    }
  }

  /// The types that a container refers to directly. Empty for primitives and named types.
  package var parts: [TypeReference] {
    switch self {
    case .optional(let type), .list(_, let type): [type]
    case .dictionary(let key, let value): [key, value]
    case .tuple(let fields): fields.map(\.type)
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .date, .uuid, .url, .json,
      .named:
      []
    }
  }
}

/// A field of a structure, or an element of a tuple or a payload.
@_documentation(visibility: internal)
public struct RecordField: Hashable, Sendable {
  /// The label; `nil` if the source has none.
  public var name: String?
  /// The type of the field.
  public var type: TypeReference

  /// Creates a field.
  public init(_ name: String?, _ type: TypeReference) {
    self.name = name
    self.type = type
  }
}

extension TypeReference {
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
    case .json, .optional, .list, .dictionary, .tuple, .named: nil
    }
  }
}

/// A string for a primitive, such as `"Int64"`, or an object such as `{"array":"Int64"}`.
@_documentation(visibility: internal)
extension TypeReference: Codable {
  /// The maximum nesting depth of types, such as arrays of arrays, that is read.
  private static let maximumNesting = 64

  private enum Key: CodingKey {
    case json, optional
    case list(ListKind)
    case dictionary, tuple, type

    static let all =
      [json, optional] + ListKind.allCases.map(list) + [dictionary, tuple, type]

    var stringValue: String {
      switch self {
      case .json: "json"
      case .optional: "optional"
      case .list(let kind): kind.rawValue
      case .dictionary: "dictionary"
      case .tuple: "tuple"
      case .type: "type"
      }
    }

    var intValue: Int? { nil }

    init?(stringValue: String) {
      guard let key = Self.all.first(where: { $0.stringValue == stringValue }) else { return nil }
      self = key
    }

    init?(intValue: Int) { nil }
  }

  /// Reads a reference. The schema checks whether it refers to a type.
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
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      let keys = Key.all.map(\.stringValue).joined(separator: ", ")
      throw Self.invalid("a type must be an object of one key among \(keys)", decoder.codingPath)
    }
    self = try Self(key, in: container)
  }

  private init(_ key: Key, in container: KeyedDecodingContainer<Key>) throws {
    switch key {
    case .json: self = .json(try container.decodeName(.type, forKey: key))
    case .optional: self = .optional(try container.decode(Self.self, forKey: key))
    case .list(let kind): self = .list(kind, try container.decode(Self.self, forKey: key))
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
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .json(let name): try container.encode(name, forKey: .json)
    case .optional(let type): try container.encode(type, forKey: .optional)
    case .list(let kind, let type): try container.encode(type, forKey: .list(kind))
    case .dictionary(let key, let value): try container.encode([key, value], forKey: .dictionary)
    case .tuple(let fields): try container.encode(fields, forKey: .tuple)
    case .named(let index): try container.encode(index, forKey: .type)
    case .bool, .signed, .unsigned, .float, .double, .string, .data, .date, .uuid, .url: break
    }
  }

  private static func nesting(of codingPath: [any CodingKey]) -> Int {
    codingPath.count { key in
      key.intValue == nil && Key(stringValue: key.stringValue) != nil
    }
  }

  private static func invalid(_ text: String, _ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: text))
  }
}
