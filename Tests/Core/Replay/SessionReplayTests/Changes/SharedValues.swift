import Foundation
import RecordCoding

final class Avatar: Recordable, @unchecked Sendable {
  var name: String

  init(name: String) { self.name = name }

  static func describe(in schema: SchemaBuilder) -> TypeReference { String.describe(in: schema) }

  func record(into encoder: inout RecordEncoder) { name.record(into: &encoder) }

  required convenience init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(name: try String(recorded: &decoder))
  }

  func recordChange(from old: Avatar, into encoder: inout RecordEncoder) -> Bool {
    name.recordChange(from: old.name, into: &encoder)
  }
}

/// A value that is recorded as an integer, regardless of its storage.
protocol Counted: Recordable, Sendable {
  init(count: Int)
  var count: Int { get nonmutating set }
}

extension Counted {
  static func describe(in schema: SchemaBuilder) -> TypeReference { Int.describe(in: schema) }

  func record(into encoder: inout RecordEncoder) { count.record(into: &encoder) }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    self.init(count: try Int(recorded: &decoder))
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    count.recordChange(from: old.count, into: &encoder)
  }
}

class SharedCount: @unchecked Sendable {
  var count: Int

  init(_ count: Int) { self.count = count }
}

/// A structure that changes its storage in place.
struct Boxed: Counted {
  private let box: SharedCount

  init(count: Int) { box = SharedCount(count) }

  var count: Int {
    get { box.count }
    nonmutating set { box.count = newValue }
  }
}

/// A structure with a number and a storage, whose schema lists only the number.
struct Tagged: Recordable, Sendable {
  var tag = 0
  let box = SharedCount(0)

  static func describe(in schema: SchemaBuilder) -> TypeReference {
    schema.structure(Self.self) { type in
      type.field("tag", \.tag)
      type.field("count", \.box.count)
    }
  }

  init() {}

  func record(into encoder: inout RecordEncoder) {
    encoder.encode(tag)
    encoder.encode(box.count)
  }

  init(recorded decoder: inout RecordDecoder) throws(RecordDecodingError) {
    tag = try decoder.decode()
    box.count = try decoder.decode()
  }

  func recordChange(from old: Self, into encoder: inout RecordEncoder) -> Bool {
    let product = encoder.openProduct(fieldCount: 2)
    encoder.field(0, of: product, from: old.tag, to: tag)
    encoder.field(1, of: product, from: old.box.count, to: box.count)
    return encoder.close(product)
  }
}

/// An enumeration that hides its payload from the schema.
enum Hidden: Counted {
  case nothing
  indirect case box(SharedCount, [Int])

  init(count: Int) { self = .box(SharedCount(count), [1]) }

  var count: Int {
    get { if case .box(let box, _) = self { box.count } else { 0 } }
    nonmutating set { if case .box(let box, _) = self { box.count = newValue } }
  }
}

struct AnyCounter: Counted {
  private let counter: any Counter & Sendable

  init(count: Int) { counter = SharedCount(count) }

  var count: Int {
    get { counter.count }
    nonmutating set { (counter as? SharedCount)?.count = newValue }
  }
}

protocol Counter { var count: Int { get } }
extension SharedCount: Counter {}

struct AnyValue: Counted, @unchecked Sendable {
  private let value: Any

  init(count: Int) { value = [SharedCount(count)] }

  var count: Int {
    get { (value as? [SharedCount])?[0].count ?? 0 }
    nonmutating set { (value as? [SharedCount])?[0].count = newValue }
  }
}

struct Captured: Counted {
  private let read: @Sendable () -> SharedCount

  init(count: Int) {
    let box = SharedCount(count)
    read = { box }
  }

  var count: Int {
    get { read().count }
    nonmutating set { read().count = newValue }
  }
}

struct Pointed: Counted, @unchecked Sendable {
  private let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init(count: Int) { place.initialize(to: count) }

  var count: Int {
    get { place.pointee }
    nonmutating set { place.pointee = newValue }
  }
}

struct Filed: Counted, @unchecked Sendable {
  let handle = FileHandle.standardError

  init(count: Int) {}

  var count: Int {
    get { Int(handle.fileDescriptor) }
    nonmutating set {}
  }
}

struct Forgetful: Counted {
  private let box: SharedCount
  private static let made = SharedCount(0)

  init(count: Int) {
    Self.made.count += 1
    box = SharedCount(Self.made.count)
  }

  var count: Int {
    get { box.count }
    nonmutating set { box.count = newValue }
  }
}

/// A value that contains a class and is recorded through `Codable`.
struct Profile: CodableRecordable, @unchecked Sendable {
  final class Picture: Codable {
    var title = ""
  }

  var id = 0
  var pictures = [Picture()]
}

@Recordable
struct Pair<First: Recordable, Second: Recordable> {
  var first: First
  var second: Second
}

extension Pair: Sendable where First: Sendable, Second: Sendable {}
extension Pair: Equatable where First: Equatable, Second: Equatable {}

@Recordable
enum Choice<Value: Recordable> {
  case none
  case one(Value)
  case two(name: String, count: Int, Value)
}

extension Choice: Sendable where Value: Sendable {}
extension Choice: Equatable where Value: Equatable {}

@Recordable
struct IdentifiedValue<Value: Recordable>: Identifiable {
  let id: Int
  var value: Value
}

extension IdentifiedValue: Sendable where Value: Sendable {}
extension IdentifiedValue: Equatable where Value: Equatable {}
