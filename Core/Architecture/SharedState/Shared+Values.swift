public import IdentifiedArrays
public import ValueDump

extension Shared: Equatable where Value: Equatable {
  /// Returns whether two references have equal values.
  ///
  /// In an assertion of a test store, compares the expected value of the first reference to the
  /// value of the second after the step.
  public static func == (one: Self, other: Self) -> Bool {
    one.location.value(.expected) == other.location.value(.compared)
  }
}

extension SharedReader: Equatable where Value: Equatable {
  /// Returns whether two references have equal values.
  public static func == (one: Self, other: Self) -> Bool {
    one.location.value(.expected) == other.location.value(.compared)
  }
}

@_documentation(visibility: internal)
extension Shared: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

@_documentation(visibility: internal)
extension SharedReader: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Shared: Identifiable where Value: Identifiable {
  /// The identifier of the value.
  public var id: Value.ID { wrappedValue.id }
}

extension SharedReader: Identifiable where Value: Identifiable {
  /// The identifier of the value.
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
  /// Creates a reference without a key by decoding its value.
  public init(from decoder: any Decoder) throws {
    self.init(SharedBox(try Value(from: decoder)))
  }
}

@_documentation(visibility: internal)
extension SharedReader: Decodable where Value: Decodable {
  /// Creates a reference to a constant value by decoding it.
  public init(from decoder: any Decoder) throws {
    self.init(SharedConstant(try Value(from: decoder)))
  }
}

extension Shared: CustomStringConvertible {
  /// The type, and the key or, without one, the value.
  public var description: String {
    referenceText("Shared", key: location.box?.keyDescription, wrappedValue)
  }
}

extension SharedReader: CustomStringConvertible {
  /// The type, and the key or, without one, the value.
  public var description: String {
    referenceText("SharedReader", key: location.box?.keyDescription, wrappedValue)
  }
}

private func referenceText<Value>(
  _ type: String, key: String?, _ value: @autoclosure () -> Value
) -> String {
  "\(type)<\(Value.self)>(\(key ?? "value: \(String(reflecting: value()))"))"
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
  /// Returns references to the current elements of an identified array.
  public func elements<ID, Element>() -> [Shared<Element>]
  where Value == IdentifiedArray<ID, Element> {
    wrappedValue.ids.compactMap { Shared<Element>(self[dynamicMember: \.[id: $0]]) }
  }
}

extension RangeReplaceableCollection {
  /// Creates a collection of references to the current elements of an identified array.
  public init<ID, Row>(_ shared: Shared<IdentifiedArray<ID, Row>>) where Element == Shared<Row> {
    self.init(shared.elements())
  }

  /// Creates a collection of references to the current elements of a collection.
  ///
  /// Each reference refers to an index, and keeps its last value once the index is no longer valid.
  public init<Rows: MutableCollection>(_ shared: Shared<Rows>)
  where Rows.Index: Hashable, Element == Shared<Rows.Element> {
    self.init(
      shared.wrappedValue.indices.compactMap {
        Shared<Rows.Element>(shared.element(present: $0))
      })
  }
}

extension Shared where Value: MutableCollection, Value.Index: Hashable {
  /// Returns a reference to the element at an index, and describes its path before it is removed.
  fileprivate func element(present index: Value.Index) -> Shared<Value.Element?> {
    let step = (index as? Int).map { SharedStep.presentIndex($0) }
    return Shared<Value.Element?>(SharedMember(location, \.[present: index], step: step))
  }
}

extension MutableCollection {
  /// Accesses the element at an index. Reads `nil` and ignores assignments if the index is invalid.
  subscript(present index: Index) -> Element? {
    get { indices.contains(index) ? self[index] : nil }
    set {
      // A reference sets `nil` during a change, and then the new value.
      guard let newValue, indices.contains(index) else { return }
      self[index] = newValue
    }
  }
}
