/// Any value in JSON, or in the property list of an Xcode project, whose values are text.
enum JSONValue: Decodable, Equatable {
  case null
  case text(String)
  case bool(Bool)
  case list([JSONValue])
  case object([String: JSONValue])
  case number(Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  subscript(key: String) -> JSONValue? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  subscript(index: Int) -> JSONValue? {
    if case .list(let list) = self, list.indices.contains(index) { list[index] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var texts: [String] { if case .list(let list) = self { list.compactMap(\.text) } else { [] } }
}
