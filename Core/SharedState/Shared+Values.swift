public import IdentifiedArrays
public import ValueDump

extension Shared: Equatable where Value: Equatable {
  /// Whether both references have equal values.
  ///
  /// In an assertion of a test store, the expected value of the first is compared with the value of
  /// the second after the step.
  public static func == (one: Self, other: Self) -> Bool {
    one.location.value(.expected) == other.location.value(.compared)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Whether both references have equal values.
  public static func == (one: Self, other: Self) -> Bool {
    one.location.value(.expected) == other.location.value(.compared)
  }
}

@_documentation(visibility: internal)
extension Shared: Hashable where Value: Hashable {
  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

@_documentation(visibility: internal)
extension SharedReader: Hashable where Value: Hashable {
  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identity of the value.
  public var id: Value.ID { wrappedValue.id }
}

@_documentation(visibility: internal)
extension Shared: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@_documentation(visibility: internal)
extension SharedReader: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@_documentation(visibility: internal)
extension Shared: Decodable where Value: Decodable {
  /// Decodes a value that is kept nowhere.
  public init(from decoder: any Decoder) throws {
    self.init(SharedBox(try Value(from: decoder)))
  }
}

@_documentation(visibility: internal)
extension SharedReader: Decodable where Value: Decodable {
  /// Decodes a value that never changes.
  public init(from decoder: any Decoder) throws {
    self.init(SharedConstant(try Value(from: decoder)))
  }
}

extension Shared: CustomStringConvertible {
  /// The type, the key and the value.
  public var description: String {
    "Shared<\(Value.self)>(\(location.box?.keyName.map { ".\($0), " } ?? "")\(wrappedValue))"
  }
}

extension SharedReader: CustomStringConvertible {
  /// The type, the key and the value.
  public var description: String {
    "SharedReader<\(Value.self)>(\(location.box?.keyName.map { ".\($0), " } ?? "")\(wrappedValue))"
  }
}

@_documentation(visibility: internal)
extension Shared: CustomDumpWrapper {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

@_documentation(visibility: internal)
extension SharedReader: CustomDumpWrapper {
  /// The value.
  public var customDumpValue: Any { wrappedValue }
}

extension Shared {
  /// References to the elements of an identified array that are there now.
  public func elements<ID, Element>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element> {
    wrappedValue.ids.compactMap { Shared<Element>(self[dynamicMember: \.[id: $0]]) }
  }
}

extension RangeReplaceableCollection {
  /// Creates a collection of references to the elements of an identified array that are there now.
  public init<ID, Row>(_ shared: Shared<IdentifiedArray<ID, Row>>) where Element == Shared<Row> {
    self.init(shared.elements())
  }

  /// Creates a collection of references to the elements of a collection that are there now.
  ///
  /// A reference stays with its index, and keeps its last value when the index is gone.
  public init<Rows: MutableCollection>(_ shared: Shared<Rows>)
  where Rows.Index: Hashable, Element == Shared<Rows.Element> {
    self.init(
      shared.wrappedValue.indices.compactMap {
        Shared<Rows.Element>(shared[dynamicMember: \.[present: $0]])
      })
  }
}

extension MutableCollection {
  /// The element at an index; nil where there is none, and no change puts one there.
  fileprivate subscript(present index: Index) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      // Emptied and filled again while a reference changes it.
      guard let newValue, indices.contains(index) else { return }
      self[index] = newValue
    }
  }
}
