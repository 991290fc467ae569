import Foundation
package import IdentifiedArrays
import Locking

/// A type whose storage is a reference, and which copies it before a change that another value
/// would see.
package protocol CopiedStorage {
  /// The types of what is in the storage.
  static var storedTypes: [Any.Type] { get }
}

/// A part of a value that can change in place, without a change of the value's own memory.
package struct SharedReference: Hashable, Sendable {
  /// What the part is.
  package enum Kind: Hashable, Sendable {
    /// An instance of a class.
    case instance
    /// A value of any type.
    case existential
    /// A function, which may have captured what changes.
    case function
    /// A pointer, or a handle of the system.
    case handle
    /// A part that the runtime does not describe.
    case unknown
    /// A value that counts its changes in `ChangesInPlace`.
    case counted
  }

  /// The properties and cases that lead to the part.
  package var path: String
  /// The name of its type.
  package let type: String
  /// What it is.
  package let kind: Kind
}

extension SharedReference {
  /// The first part of the values of a type that can change in place, if there is one.
  package static func first<Value: Recordable>(in type: Value.Type) -> SharedReference? {
    let key = ObjectIdentifier(type)
    if let known = knownReferences.withLock({ $0[key] }) { return known }
    let shared = StateLayout(of: type).leaves.compactMap(\.shared)
    let found =
      shared.first(where: \.isRefused) ?? shared.first { $0.kind != .counted } ?? shared.first
    knownReferences.withLock { $0[key] = .some(found) }
    return found
  }

  /// Why states that begin with one cannot be recorded, if a part of them is no value.
  ///
  /// A part that can change in place is compared by what it is recorded as, which must be all of it.
  package static func refusal<State: Recordable>(of state: State) -> RecordEncodingError? {
    guard let shared = first(in: State.self), shared.kind != .counted else { return nil }
    guard !shared.isRefused else {
      return .notAValue(path: shared.path, description: shared.refusal)
    }
    var encoder = RecordEncoder()
    encoder.encode(state)
    var copy = RecordEncoder()
    var decoder = RecordDecoder(encoder.bytes)
    guard encoder.failure == nil, let read = try? decoder.decode(State.self) else { return nil }
    copy.encode(read)
    guard copy.bytes != encoder.bytes else { return nil }
    return .notAValue(
      path: shared.path,
      description: """
        \(shared.noun), and is read back as another: make it a value, or record all that it holds
        """)
  }

  private var refusal: String {
    kind == .function
      ? "a function, and what it captured cannot be recorded: keep a value that says what to do"
      : "\(noun), and what is behind it cannot be recorded: open it in an effect, and keep values"
  }

  private var noun: String {
    switch kind {
    case .instance: "an instance of the class '\(type)'"
    case .existential: "a value of the type '\(type)'"
    case .function: "a function"
    case .handle: "a handle of the type '\(type)'"
    case .counted: "a shared value"
    case .unknown: "within '\(type)', of which the runtime does not say what it holds"
    }
  }

  /// Whether no type can record the part.
  var isRefused: Bool { kind == .function || kind == .handle }
}

/// What was found in types, which is asked for each log.
private let knownReferences = Mutex<[ObjectIdentifier: SharedReference?]>([:])

/// A search for parts of values that can change in place.
struct SharedReferenceSearch {
  /// The stored properties of structures that say where they are, of which only those are recorded.
  let layouts: [ObjectIdentifier: [FieldLayout]]
  private var plain = Self.plainTypes

  init(layouts: [ObjectIdentifier: [FieldLayout]]) {
    self.layouts = layouts
  }

  /// The first such part of the values of a type; one that no type can record before all others.
  mutating func first(in type: Any.Type) -> SharedReference? {
    var found: SharedReference?
    var visited = plain
    var open: [(path: String, type: Any.Type)] = [("", type)]
    while let (path, type) = open.popLast() {
      guard visited.insert(ObjectIdentifier(type)).inserted else { continue }
      switch parts(of: type) {
      case .shared(let kind):
        let reference = SharedReference(
          path: path, type: _typeName(type, qualified: false), kind: kind)
        if reference.isRefused { return reference }
        found = found?.kind == .counted ? reference : found ?? reference
      case .counted(let stored):
        let reference = SharedReference(
          path: path, type: _typeName(type, qualified: false), kind: .counted)
        found = found ?? reference
        open += stored.map { (path, $0) }
      case .members(let members):
        for (name, member) in members.reversed() {
          open.append((Self.join(path, name), member))
        }
      case .unknown(let name):
        let reference = SharedReference(
          path: Self.join(path, name), type: _typeName(type, qualified: false), kind: .unknown)
        found = found?.kind == .counted ? reference : found ?? reference
      }
    }
    if found == nil { plain = visited }
    return found
  }

  private enum Parts {
    case shared(SharedReference.Kind)
    case counted([Any.Type])
    case members([(name: String, type: Any.Type)])
    case unknown(member: String)
  }

  private func parts(of type: Any.Type) -> Parts {
    if let fields = layouts[ObjectIdentifier(type)], !fields.isEmpty,
      fields.allSatisfy({ $0.offset != nil })
    {
      return .members(fields.map { ($0.name, $0.type) })
    }
    let stored = StoredTypes(type)
    switch stored.kind {
    case .plain: return .members([])
    case .function: return .shared(.function)
    case .existential: return .shared(.existential)
    case .unknown: return .shared(.unknown)
    case .reference: return Self.parts(ofClass: type)
    case .structure, .enumeration, .tuple: break
    }
    if stored.kind != .tuple {
      if let count = Self.containers[stored.origin] {
        return .members(stored.arguments(count).map { ("", $0) })
      }
      if Self.handles.contains(stored.origin) { return .shared(.handle) }
    }
    guard let members = stored.members else { return .unknown(member: "") }
    // To look for a conformance takes long, and only what may be shared is worth it.
    let isDoubtful = members.contains { member in
      guard let type = member.type else { return true }
      return [.reference, .function, .existential].contains(StoredTypes(type).kind)
    }
    if isDoubtful, let storage = type as? any CountedStorage.Type {
      return .counted(storage.storedTypes)
    }
    if isDoubtful, let storage = type as? any CopiedStorage.Type {
      return .members(storage.storedTypes.map { ("", $0) })
    }
    if let unknown = members.first(where: { $0.type == nil }) {
      return .unknown(member: unknown.name)
    }
    return .members(members.compactMap { member in member.type.map { (member.name, $0) } })
  }

  private static func parts(ofClass type: Any.Type) -> Parts {
    if type is AnyKeyPath.Type { return .members([]) }
    if type is FileHandle.Type || type is Pipe.Type { return .shared(.handle) }
    if let storage = type as? any CopiedStorage.Type {
      return .members(storage.storedTypes.map { ("", $0) })
    }
    return .shared(.instance)
  }

  static func join(_ path: String, _ name: String) -> String {
    path.isEmpty || name.isEmpty ? path + name : "\(path).\(name)"
  }
}

extension SharedReferenceSearch {
  /// Types that are values, whatever they are made of.
  private static let plainTypes = Set(
    ([
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, String.self, Substring.self,
      Character.self, StaticString.self, Data.self, Date.self, UUID.self, URL.self, Decimal.self,
      IndexSet.self, CharacterSet.self, Locale.self, TimeZone.self, Calendar.self,
      DateComponents.self, Duration.self, ObjectIdentifier.self, AttributedString.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// Collections that copy their storage before a change, with the number of their arguments.
  private static let containers: [UInt: Int] = [
    StoredTypes([Int].self).origin: 1,
    StoredTypes(ContiguousArray<Int>.self).origin: 1,
    StoredTypes(ArraySlice<Int>.self).origin: 1,
    StoredTypes(Set<Int>.self).origin: 1,
    StoredTypes([Int: Int].self).origin: 2,
  ]

  /// Pointers, behind which anything may change.
  private static let handles: Set<UInt> = [
    StoredTypes(UnsafePointer<Int>.self).origin,
    StoredTypes(UnsafeMutablePointer<Int>.self).origin,
    StoredTypes(UnsafeRawPointer.self).origin,
    StoredTypes(UnsafeMutableRawPointer.self).origin,
    StoredTypes(OpaquePointer.self).origin,
    StoredTypes(Unmanaged<NSObject>.self).origin,
  ]
}

extension IdentifiedArray: CopiedStorage {
  /// The types of the elements and their identities.
  package static var storedTypes: [Any.Type] { [ID.self, Element.self] }
}
