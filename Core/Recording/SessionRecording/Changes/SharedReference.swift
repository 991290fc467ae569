import Foundation
import Platform
package import RecordCoding

/// A part of a value that can change while the value's own memory stays the same.
package struct SharedReference: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case instance
    case existential
    /// A function, which may have captured mutable variables.
    case function
    /// A pointer or a system handle.
    case handle
    /// A part that the runtime does not describe.
    case unknown
    case counted
  }

  package var path: String
  package let type: String
  package let kind: Kind

  /// Whether the part counts its changes in `ChangesInPlace`.
  var countsChanges: Bool { kind == .counted }
}

extension SharedReference {
  /// Returns the first part of a type's values that can change in place, or `nil` if there is none.
  ///
  /// Parts that cannot be recorded take precedence, and counted parts come last.
  package static func first<Value: Recordable>(in type: Value.Type) -> SharedReference? {
    let key = ObjectIdentifier(type)
    if let known = knownReferences.withLock({ $0[key] }) { return known }
    let shared = StateLayout.of(type).leaves.compactMap(\.shared)
    let found =
      shared.first(where: \.isRefused) ?? shared.first { !$0.countsChanges } ?? shared.first
    knownReferences.withLock { $0[key] = .some(found) }
    return found
  }

  /// A part that can change in place is compared by its recorded form, which must be complete.
  package static func refusal<State: Recordable>(of state: State) -> RecordEncodingError? {
    guard let shared = first(in: State.self), !shared.countsChanges else { return nil }
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
        \(shared.noun), and is read back as another: make it a value, or record all of its contents
        """)
  }

  private var refusal: String {
    kind == .function
      ? "a function, and what it captured cannot be recorded: keep a value that says what to do"
      : "\(noun), and its resource cannot be recorded: open it in an effect, and keep values"
  }

  private var noun: String {
    switch kind {
    case .instance: "an instance of the class '\(type)'"
    case .existential: "a value of the type '\(type)'"
    case .function: "a function"
    case .handle: "a handle of the type '\(type)'"
    case .counted: "a shared value"
    case .unknown: "within '\(type)', whose contents the runtime does not describe"
    }
  }

  /// Whether the part cannot be recorded, whatever its type does.
  var isRefused: Bool { kind == .function || kind == .handle }
}

/// The results of earlier searches. Each new log needs them.
private let knownReferences = Mutex<[ObjectIdentifier: SharedReference?]>([:])

struct SharedReferenceSearch {
  /// The recorded properties of structures. If all have a known offset, only they are searched.
  let layouts: [ObjectIdentifier: [FieldLayout]]
  private var plain = Self.plainTypes

  init(layouts: [ObjectIdentifier: [FieldLayout]]) {
    self.layouts = layouts
  }

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
    // A conformance lookup is slow, so only types that may be shared get one.
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
  /// Types with value semantics, whatever they consist of.
  private static let plainTypes = Set(
    ([
      Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, String.self, Substring.self,
      Character.self, StaticString.self, Data.self, Date.self, UUID.self, URL.self, Decimal.self,
      IndexSet.self, CharacterSet.self, Locale.self, TimeZone.self, Calendar.self,
      DateComponents.self, Duration.self, ObjectIdentifier.self, AttributedString.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// Copy-on-write collections, with the number of their generic arguments.
  private static let containers: [UInt: Int] = [
    StoredTypes([Int].self).origin: 1,
    StoredTypes(ContiguousArray<Int>.self).origin: 1,
    StoredTypes(ArraySlice<Int>.self).origin: 1,
    StoredTypes(Set<Int>.self).origin: 1,
    StoredTypes([Int: Int].self).origin: 2,
  ]

  /// Pointer types, whose targets can change at any time.
  private static let handles: Set<UInt> = [
    StoredTypes(UnsafePointer<Int>.self).origin,
    StoredTypes(UnsafeMutablePointer<Int>.self).origin,
    StoredTypes(UnsafeRawPointer.self).origin,
    StoredTypes(UnsafeMutableRawPointer.self).origin,
    StoredTypes(OpaquePointer.self).origin,
    StoredTypes(Unmanaged<NSObject>.self).origin,
  ]
}
