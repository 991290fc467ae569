public import Foundation
package import RecordCoding
package import RecordedValues

/// A recorded value with named parts, whose structure a migration can change.
///
///     var person = RecordedTree.record([.init("name", .text("Blob"))])
///     person["age"] = .integer(42)
///     if case .record(let fields) = person { print(fields.map(\.name)) }
///     if case .pairs(let pairs) = person { print(pairs.map(\.key)) }
public indirect enum RecordedTree: Equatable, Sendable {
  /// A field of a structure or a tuple, or an associated value.
  public struct Field: Equatable, Sendable {
    /// The label; `nil` if the source has none.
    public var name: String?
    /// The value.
    public var value: RecordedTree

    /// Creates a field.
    public init(_ name: String?, _ value: RecordedTree) {
      self.name = name
      self.value = value
    }
  }

  /// A key of a dictionary with its value.
  public struct Pair: Equatable, Sendable {
    /// The key.
    public var key: RecordedTree
    /// The value.
    public var value: RecordedTree

    /// Creates a pair.
    public init(key: RecordedTree, value: RecordedTree) {
      self.key = key
      self.value = value
    }
  }

  /// An optional without a value. An optional with a value is represented by that value.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// A signed integer.
  case integer(Int64)
  /// An unsigned integer.
  case unsigned(UInt64)
  /// A floating-point number, or the seconds of a date since 2001-01-01 UTC.
  case number(Double)
  /// Text, a URL, or the JSON of a `Codable` type.
  case text(String)
  /// The bytes of a `Data` value.
  case bytes([UInt8])
  /// A UUID.
  case uuid(UUID)
  /// The elements of an array, an identified array or a set.
  case list([RecordedTree])
  /// The pairs of a dictionary.
  case pairs([Pair])
  /// The fields of a structure or a tuple.
  case record([Field])
  /// A case of an enumeration and its associated values.
  case choice(String, [Field])
}

extension RecordedTree {
  /// Accesses a field or associated value by name. Setting `nil` removes it.
  public subscript(name: String) -> RecordedTree? {
    get { fields.first { $0.name == name }?.value }
    set {
      var fields = fields
      let index = fields.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append(Field(name, value))
      case (nil, nil): break
      }
      self.fields = fields
    }
  }

  /// Renames a field or an associated value, if it exists.
  public mutating func rename(_ name: String, to newName: String) {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return }
    fields[index].name = newName
  }

  /// The fields of a structure or the associated values of a case. Empty for other values.
  ///
  /// For other values, setting the fields has no effect.
  public var fields: [Field] {
    get {
      switch self {
      case .record(let fields), .choice(_, let fields): fields
      default: []
      }
    }
    set {
      switch self {
      case .record: self = .record(newValue)
      case .choice(let name, _): self = .choice(name, newValue)
      default: break
      }
    }
  }

  /// The elements of a list. Other values have none, and setting them has no effect.
  public var elements: [RecordedTree] {
    get { if case .list(let elements) = self { elements } else { [] } }
    set { if case .list = self { self = .list(newValue) } }
  }

  /// The name of an enumeration's case. `nil` for other values, and setting it has no effect on
  /// them.
  public var caseName: String? {
    get { if case .choice(let name, _) = self { name } else { nil } }
    set {
      if case .choice(_, let fields) = self, let newValue { self = .choice(newValue, fields) }
    }
  }
}

extension RecordedTree {
  /// The case that represents the value of an optional within an optional.
  static let nestedOptional = "some"

  package init(_ value: RecordedValue, as type: TypeReference, in schema: Schema) {
    func tree(_ value: RecordedValue, _ type: TypeReference) -> RecordedTree {
      RecordedTree(value, as: type, in: schema)
    }
    func named(_ values: [RecordedValue], _ fields: [RecordField]) -> [Field] {
      zip(fields, values).map { Field($0.name, tree($1, $0.type)) }
    }
    self =
      switch schema.parts(of: value, as: type) {
      case .some(let value, .optional(let wrapped)):
        .choice(Self.nestedOptional, [Field(nil, tree(value, .optional(wrapped)))])
      case .some(let value, let wrapped): tree(value, wrapped)
      case .elements(let values, let element, _): .list(values.map { tree($0, element) })
      case .pairs(let pairs, let key, let element):
        .pairs(pairs.map { Pair(key: tree($0.key, key), value: tree($0.value, element)) })
      case .fields(let values, let fields, _): .record(named(values, fields))
      case .payload(let values, let element, _):
        .choice(element.name, named(values, element.payload))
      case .leaf(let value): Self.primitive(value)
      case .none: .null
      }
  }

  private static func primitive(_ value: RecordedValue) -> RecordedTree {
    switch value {
    case .bool(let value): .bool(value)
    case .signed(let value): .integer(value)
    case .unsigned(let value): .unsigned(value)
    case .float(let bits): .number(Double(Float(bitPattern: bits)))
    case .double(let bits), .date(let bits): .number(Double(bitPattern: bits))
    case .string(let text), .url(let text), .json(let text): .text(text)
    case .data(let bytes): .bytes(bytes)
    case .uuid(let uuid): .uuid(uuid)
    case .none, .some, .sequence, .dictionary, .product, .enumeration: .null
    }
  }

  var kind: String {
    switch self {
    case .null: "nothing"
    case .bool: "a truth value"
    case .integer(let value): "the integer \(value)"
    case .unsigned(let value): "the integer \(value)"
    case .number(let value): "the number \(value)"
    case .text: "a text"
    case .bytes: "data"
    case .uuid: "a UUID"
    case .list: "a list"
    case .pairs: "a dictionary"
    case .record: "a record"
    case .choice(let name, _): "the case '\(name)'"
    }
  }
}
