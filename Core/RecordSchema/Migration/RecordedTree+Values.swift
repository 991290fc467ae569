package import RecordCoding

extension RecordedTree {
  /// The case that stands for a value of an optional within an optional.
  static let nestedOptional = "some"

  /// Names the parts of a value of a log.
  package init(_ value: RecordedValue, as type: TypeReference, in schema: Schema) {
    func tree(_ value: RecordedValue, _ type: TypeReference) -> RecordedTree {
      RecordedTree(value, as: type, in: schema)
    }
    func named(_ values: [RecordedValue], _ fields: [RecordField]) -> [Field] {
      zip(fields, values).map { Field($0.name, tree($1, $0.type)) }
    }
    switch (type, value) {
    case (.optional(.optional(let wrapped)), .some(let value)):
      self = .choice(Self.nestedOptional, [Field(nil, tree(value, .optional(wrapped)))])
    case (.optional(let wrapped), .some(let value)):
      self = tree(value, wrapped)
    case (.array(let element), .sequence(let values)), (.set(let element), .sequence(let values)),
      (.identifiedArray(let element), .sequence(let values)):
      self = .list(values.map { tree($0, element) })
    case (.dictionary(let key, let element), .dictionary(let pairs)):
      self = .pairs(pairs.map { Pair(key: tree($0.key, key), value: tree($0.value, element)) })
    case (.tuple(let fields), .product(let values)):
      self = .record(named(values, fields))
    case (.named, .product(let values)):
      if case .structure(let fields)? = schema.definition(of: type)?.kind {
        self = .record(named(values, fields))
      } else {
        self = .null
      }
    case (.named, .enumeration(let index, let payload)):
      if case .enumeration(let cases)? = schema.definition(of: type)?.kind,
        cases.indices.contains(index)
      {
        self = .choice(cases[index].name, named(payload, cases[index].payload))
      } else {
        self = .null
      }
    default:
      self = Self.primitive(value)
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

  /// What the tree is, for messages.
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
